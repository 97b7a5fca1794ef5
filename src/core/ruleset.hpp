// A ruleset: every parameter of the game as plain data. What each parameter means, and which source document it comes
// from, is in docs/rules.md; the presets are data files of the Python package.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "cards.hpp"
#include "exposure.hpp"

namespace gongzhu {

enum class Partnership : std::uint8_t { solo, opposite, pig_sheep, called };
enum class Record : std::uint8_t { own, side };
enum class Direction : std::uint8_t { counter_clockwise, clockwise };
enum class FirstDealt : std::uint8_t { pig_taker, loser, fixed };
enum class FirstLead : std::uint8_t { club_two, spade_three, spade_two, spade_seven, club_three, seat_zero, lot };
enum class LaterLeads : std::uint8_t { pig_taker, same_card, rotate };
enum class HeartLeader : std::uint8_t { ace, three };
enum class Bar : std::uint8_t { follow, lead, discard };
enum class Forced : std::uint8_t { none, third_forces_fourth, all, all_but_sheep, forbidden };
enum class ExposureOrder : std::uint8_t { free, from_dealer };
enum class Discards : std::uint8_t { free, same_colour };
enum class PairRanking : std::uint8_t { traditional, china_games };
enum class HeartTable : std::uint8_t { standard, graded, flat };
enum class LoneRule : std::uint8_t { no_cards, no_points };
enum class PigFlip : std::uint8_t { slam, all_hearts, never };
enum class Slam : std::uint8_t { natural, fixed };
enum class ColourChange : std::uint8_t { none, automatic, choice };
enum class CopyScoring : std::uint8_t { by_rank, by_copy };
enum class Settlement : std::uint8_t { total, zero_sum, china_games };

struct RankTitle {
    std::int64_t points = 0;
    std::string title;
    friend bool operator==(const RankTitle&, const RankTitle&) = default;
};

struct Ruleset {
    std::string name = "custom";  // the preset it came from: a label, not compared

    std::int64_t decks = 1;
    bool jokers = false;
    std::vector<Card> removed;
    std::int64_t removed_drawn = 0;

    Partnership partnership = Partnership::solo;
    Record record = Record::own;

    Direction direction = Direction::counter_clockwise;
    FirstDealt first_dealt = FirstDealt::pig_taker;
    FirstLead first_lead = FirstLead::seat_zero;
    bool must_lead_it = false;
    LaterLeads later_leads = LaterLeads::same_card;

    std::vector<Kind> kinds = {Kind::open};
    HeartLeader heart_leader = HeartLeader::ace;
    std::vector<Bar> bars;
    Forced forced = Forced::none;
    ExposureOrder exposure_order = ExposureOrder::free;
    std::int64_t exposure_seconds = 0;
    std::int64_t first_exposure_seconds = 0;

    bool first_trick_points = true;
    Discards discards = Discards::free;
    PairRanking pairs = PairRanking::traditional;

    HeartTable heart_table = HeartTable::standard;
    LoneRule lone_rule = LoneRule::no_cards;
    PigFlip pig_flip = PigFlip::slam;
    Slam slam = Slam::natural;
    std::int64_t slam_base = 800;
    std::int64_t self_capture = 1;
    ColourChange colour_change = ColourChange::none;
    CopyScoring copies = CopyScoring::by_rank;

    std::vector<std::int64_t> limits;
    bool limit_inclusive = true;
    std::int64_t spread = 0;
    std::int64_t deals = 0;
    bool double_pig = false;

    Settlement settlement = Settlement::total;
    std::int64_t scale = 1;
    std::vector<RankTitle> rank_titles = default_rank_titles();

    static std::vector<RankTitle> default_rank_titles();
    friend bool operator==(const Ruleset& a, const Ruleset& b);
};

// A parameter's value in transit between this struct and a file or a script.
using ParameterValue = std::variant<bool, std::int64_t, std::string, std::vector<std::string>,
                                    std::vector<std::int64_t>, std::vector<RankTitle>>;

// All parameters by name, in the order of the documentation.
std::vector<std::pair<std::string, ParameterValue>> parameters_of(const Ruleset& ruleset);

// Sets one parameter. RulesError names an unknown parameter, a wrong type or an unknown value.
void set_parameter(Ruleset& ruleset, std::string_view name, const ParameterValue& value);

// Throws a RulesError that names the field out of range or the two that contradict each other.
void validate(const Ruleset& ruleset);

// The hash of all parameters but the name.
std::size_t hash_of(const Ruleset& ruleset);

std::string_view to_text(Kind kind);
// Throws RulesError that lists the kinds there are.
Kind parse_kind(std::string_view text);

}  // namespace gongzhu
