#include "ruleset.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <type_traits>

#include "errors.hpp"
#include "labels.hpp"

namespace gongzhu {
namespace {

using namespace std::string_literals;
using Names = std::span<const std::string_view>;

// The texts of an enum's values, in the order of its declaration.
template <class E>
constexpr auto names = nullptr;
template <>
constexpr auto names<Partnership> = std::to_array<std::string_view>({"solo", "opposite", "pig_sheep", "called"});
template <>
constexpr auto names<Record> = std::to_array<std::string_view>({"own", "side"});
template <>
constexpr auto names<Direction> = std::to_array<std::string_view>({"counter_clockwise", "clockwise"});
template <>
constexpr auto names<FirstDealt> = std::to_array<std::string_view>({"pig_taker", "loser", "fixed"});
template <>
constexpr auto names<FirstLead> = std::to_array<std::string_view>({"C2", "S3", "S2", "S7", "C3", "seat0", "lot"});
template <>
constexpr auto names<LaterLeads> = std::to_array<std::string_view>({"pig_taker", "same_card", "rotate"});
template <>
constexpr auto names<Kind> = std::to_array<std::string_view>({"none", "open", "first", "concealed", "dark", "bright"});
template <>
constexpr auto names<HeartLeader> = std::to_array<std::string_view>({"HA", "H3"});
template <>
constexpr auto names<Bar> = std::to_array<std::string_view>({"follow", "lead", "discard"});
template <>
constexpr auto names<Forced> =
    std::to_array<std::string_view>({"none", "third_forces_fourth", "all", "all_but_sheep", "forbidden"});
template <>
constexpr auto names<ExposureOrder> = std::to_array<std::string_view>({"free", "from_dealer"});
template <>
constexpr auto names<Discards> = std::to_array<std::string_view>({"free", "same_colour"});
template <>
constexpr auto names<PairRanking> = std::to_array<std::string_view>({"traditional", "china_games"});
template <>
constexpr auto names<HeartTable> = std::to_array<std::string_view>({"standard", "graded", "flat"});
template <>
constexpr auto names<LoneRule> = std::to_array<std::string_view>({"no_cards", "no_points"});
template <>
constexpr auto names<PigFlip> = std::to_array<std::string_view>({"slam", "all_hearts", "never"});
template <>
constexpr auto names<Slam> = std::to_array<std::string_view>({"natural", "fixed"});
template <>
constexpr auto names<ColourChange> = std::to_array<std::string_view>({"none", "auto", "choice"});
template <>
constexpr auto names<CopyScoring> = std::to_array<std::string_view>({"by_rank", "by_copy"});
template <>
constexpr auto names<Settlement> = std::to_array<std::string_view>({"total", "zero_sum", "china_games"});

// The one list of parameters: calls `visit(name, field)` for each, in the order of the documentation.
template <class R, class Visitor>
void for_each_parameter(R& ruleset, Visitor&& visit) {
    visit("decks", ruleset.decks);
    visit("jokers", ruleset.jokers);
    visit("removed", ruleset.removed);
    visit("removed_drawn", ruleset.removed_drawn);
    visit("partnership", ruleset.partnership);
    visit("record", ruleset.record);
    visit("direction", ruleset.direction);
    visit("first_dealt", ruleset.first_dealt);
    visit("first_lead", ruleset.first_lead);
    visit("must_lead_it", ruleset.must_lead_it);
    visit("later_leads", ruleset.later_leads);
    visit("kinds", ruleset.kinds);
    visit("heart_leader", ruleset.heart_leader);
    visit("bars", ruleset.bars);
    visit("forced", ruleset.forced);
    visit("exposure_order", ruleset.exposure_order);
    visit("exposure_seconds", ruleset.exposure_seconds);
    visit("first_exposure_seconds", ruleset.first_exposure_seconds);
    visit("first_trick_points", ruleset.first_trick_points);
    visit("discards", ruleset.discards);
    visit("pairs", ruleset.pairs);
    visit("heart_table", ruleset.heart_table);
    visit("lone_rule", ruleset.lone_rule);
    visit("pig_flip", ruleset.pig_flip);
    visit("slam", ruleset.slam);
    visit("slam_base", ruleset.slam_base);
    visit("self_capture", ruleset.self_capture);
    visit("colour_change", ruleset.colour_change);
    visit("copies", ruleset.copies);
    visit("limits", ruleset.limits);
    visit("limit_inclusive", ruleset.limit_inclusive);
    visit("spread", ruleset.spread);
    visit("deals", ruleset.deals);
    visit("double_pig", ruleset.double_pig);
    visit("settlement", ruleset.settlement);
    visit("scale", ruleset.scale);
    visit("rank_titles", ruleset.rank_titles);
}

std::string joined(Names texts) {
    std::string list;
    for (const std::string_view text : texts) {
        if (!list.empty()) list += ", ";
        list += text;
    }
    return list;
}

[[noreturn]] void wrong(std::string_view name, const std::string& what) {
    throw RulesError(std::string(name) + ": " + what);
}

template <class T>
const T& expect(std::string_view name, const ParameterValue& value, const char* type) {
    const T* found = std::get_if<T>(&value);
    if (found == nullptr) wrong(name, "expected "s + type);
    return *found;
}

template <class E>
E parse_enum(std::string_view name, std::string_view text) {
    const Names known = names<E>;
    const auto found = std::ranges::find(known, text);
    if (found == known.end()) wrong(name, "unknown value " + quoted(text) + ", expected one of " + joined(known));
    return static_cast<E>(found - known.begin());
}

// A list in Python or TOML that is empty says nothing of its element type.
const std::vector<std::string>& expect_texts(std::string_view name, const ParameterValue& value) {
    static const std::vector<std::string> nothing;
    if (const auto* numbers = std::get_if<std::vector<std::int64_t>>(&value); numbers && numbers->empty()) {
        return nothing;
    }
    return expect<std::vector<std::string>>(name, value, "a list of texts");
}

// The field's value as a ParameterValue, and back.
template <class T>
struct Codec {
    static ParameterValue write(const T& field) { return field; }
    static T read(std::string_view name, const ParameterValue& value) {
        constexpr bool is_bool = std::is_same_v<T, bool>;
        constexpr bool is_int = std::is_same_v<T, std::int64_t>;
        return expect<T>(name, value, is_bool ? "true or false" : is_int ? "a whole number" : "a list");
    }
};

template <class E>
    requires std::is_enum_v<E>
struct Codec<E> {
    static ParameterValue write(E field) { return std::string(names<E>[static_cast<std::size_t>(field)]); }
    static E read(std::string_view name, const ParameterValue& value) {
        return parse_enum<E>(name, expect<std::string>(name, value, "a text"));
    }
};

template <class E>
    requires std::is_enum_v<E>
struct Codec<std::vector<E>> {
    static ParameterValue write(const std::vector<E>& field) {
        std::vector<std::string> texts;
        for (const E element : field) texts.emplace_back(names<E>[static_cast<std::size_t>(element)]);
        return texts;
    }
    static std::vector<E> read(std::string_view name, const ParameterValue& value) {
        std::vector<E> field;
        for (const std::string& text : expect_texts(name, value)) {
            const E element = parse_enum<E>(name, text);
            if (std::ranges::find(field, element) != field.end()) wrong(name, "'" + text + "' is listed twice");
            field.push_back(element);
        }
        // The order of the bars means nothing; that of the kinds says which of them is forced.
        if constexpr (std::is_same_v<E, Bar>) std::ranges::sort(field);
        return field;
    }
};

template <>
struct Codec<std::vector<Card>> {
    static ParameterValue write(const std::vector<Card>& field) {
        std::vector<std::string> texts;
        for (const Card card : field) texts.push_back(to_text(Label{first_copy(card), Label::Mark::none}));
        return texts;
    }
    static std::vector<Card> read(std::string_view name, const ParameterValue& value) {
        std::vector<Card> field;
        for (const std::string& text : expect_texts(name, value)) {
            Label label;
            try {
                label = parse_label(text);
            } catch (const NotationError& error) {
                wrong(name, error.what());
            }
            if (label.mark != Label::Mark::none) wrong(name, quoted(text) + ": a removed card has no exposure");
            field.push_back(label.card);
        }
        std::ranges::sort(field);
        return field;
    }
};

template <>
struct Codec<std::vector<std::int64_t>> {
    static ParameterValue write(const std::vector<std::int64_t>& field) { return field; }
    static std::vector<std::int64_t> read(std::string_view name, const ParameterValue& value) {
        if (const auto* texts = std::get_if<std::vector<std::string>>(&value); texts && texts->empty()) return {};
        std::vector<std::int64_t> field = expect<std::vector<std::int64_t>>(name, value, "a list of whole numbers");
        std::ranges::sort(field);
        return field;
    }
};

template <>
struct Codec<std::vector<RankTitle>> {
    static ParameterValue write(const std::vector<RankTitle>& field) { return field; }
    static std::vector<RankTitle> read(std::string_view name, const ParameterValue& value) {
        if (const auto* texts = std::get_if<std::vector<std::string>>(&value); texts && texts->empty()) return {};
        if (const auto* numbers = std::get_if<std::vector<std::int64_t>>(&value); numbers && numbers->empty())
            return {};
        return expect<std::vector<RankTitle>>(name, value, "a list of [points, title]");
    }
};

void require_range(std::string_view name, std::int64_t value, std::int64_t low, std::int64_t high) {
    if (value < low || value > high) {
        wrong(name, std::to_string(value) + " is out of range, expected " + std::to_string(low) + " to " +
                        std::to_string(high));
    }
}

void validate_deck(const Ruleset& ruleset) {
    require_range("decks", ruleset.decks, 1, 2);
    require_range("removed_drawn", ruleset.removed_drawn, 0, 3);
    if (ruleset.removed.size() % seat_count != 0) {
        wrong("removed", std::to_string(ruleset.removed.size()) + " cards, expected a multiple of four");
    }
    if (ruleset.removed.size() + seat_count * ruleset.removed_drawn > static_cast<std::size_t>(48 * ruleset.decks)) {
        wrong("removed", "leaves nobody a card");
    }
    for (const Card card : ruleset.removed) {
        const std::string text = to_text(Label{card, Label::Mark::none});
        const bool joker = rank_of(card) >= rank_small_joker;
        const bool replaced = suit_of(card) == Suit::hearts && rank_of(card) <= rank_three;
        if (joker ? !ruleset.jokers : (replaced && ruleset.jokers)) wrong("removed", text + " is not in the deck");
        if (std::ranges::count(ruleset.removed, card) > ruleset.decks) {
            wrong("removed", text + " is listed more often than the deck has it");
        }
        if (ruleset.removed_drawn > 0 && rank_of(card) >= rank_jack) {
            wrong("removed", text + " is of the ranks that removed_drawn draws from");
        }
    }
}

void validate_exposure(const Ruleset& ruleset) {
    if (std::ranges::find(ruleset.kinds, Kind::none) != ruleset.kinds.end()) {
        wrong("kinds", "unknown value 'none', expected one of open, first, concealed, dark, bright");
    }
    const bool can_expose = ruleset.forced != Forced::forbidden;
    const bool only_first = std::ranges::all_of(ruleset.kinds, [](Kind kind) { return kind == Kind::first; });
    const bool forces = can_expose && ruleset.forced != Forced::none;
    if (forces && only_first) wrong("forced", "needs a kind of exposure other than first");
    if (ruleset.forced == Forced::third_forces_fourth && ruleset.decks != 1) {
        wrong("forced", "third_forces_fourth is a rule of one deck (000-LZ)");
    }
    const bool leader_missing = ruleset.jokers && ruleset.heart_leader == HeartLeader::three;
    if (leader_missing) wrong("heart_leader", "H3 is not in a deck with jokers");
    require_range("exposure_seconds", ruleset.exposure_seconds, 0, 3600);
    require_range("first_exposure_seconds", ruleset.first_exposure_seconds, 0, 3600);
}

void validate_play(const Ruleset& ruleset) {
    const bool by_card = ruleset.first_lead != FirstLead::seat_zero && ruleset.first_lead != FirstLead::lot;
    if (ruleset.must_lead_it && !by_card) wrong("must_lead_it", "needs a card as first_lead");
    const bool secret = ruleset.partnership == Partnership::pig_sheep || ruleset.partnership == Partnership::called;
    if (secret && ruleset.record != Record::side) {
        wrong("record", "must be side where the partnership is pig_sheep or called");
    }
    if (ruleset.partnership == Partnership::solo && ruleset.record != Record::own) {
        wrong("record", "must be own where everybody plays solo");
    }
    if (ruleset.partnership == Partnership::pig_sheep && ruleset.decks != 1) {
        wrong("partnership", "pig_sheep needs one deck: with two there are two pigs");
    }
    if (ruleset.partnership == Partnership::pig_sheep && ruleset.forced != Forced::forbidden) {
        wrong("forced", "must be forbidden where the partnership is pig_sheep (000-BD)");
    }
}

void validate_scoring(const Ruleset& ruleset) {
    require_range("slam_base", ruleset.slam_base, 0, 1'000'000);
    require_range("self_capture", ruleset.self_capture, 1, 2);
    if (ruleset.limits.size() > 2) wrong("limits", "expected at most one negative and one positive total");
    for (const std::int64_t limit : ruleset.limits) {
        if (limit == 0) wrong("limits", "0 is no limit");
        require_range("limits", limit, -1'000'000'000, 1'000'000'000);
    }
    if (ruleset.limits.size() == 2 && (ruleset.limits[0] > 0) == (ruleset.limits[1] > 0)) {
        wrong("limits", "expected at most one negative and one positive total");
    }
    require_range("spread", ruleset.spread, 0, 1'000'000'000);
    require_range("deals", ruleset.deals, 0, 1'000'000);
    require_range("scale", ruleset.scale, 1, 1'000'000);
    if (ruleset.settlement == Settlement::china_games) {
        const bool symmetric = ruleset.limits.size() == 2 && ruleset.limits[0] == -ruleset.limits[1];
        if (!symmetric) wrong("limits", "the china_games settlement needs two limits of the same size");
        const bool sides = ruleset.partnership == Partnership::solo || ruleset.partnership == Partnership::opposite;
        if (!sides) wrong("settlement", "china_games needs the partnership solo or opposite");
    }
    for (std::size_t i = 1; i < ruleset.rank_titles.size(); ++i) {
        if (ruleset.rank_titles[i].points <= ruleset.rank_titles[i - 1].points) {
            wrong("rank_titles", "the points must ascend");
        }
    }
}

}  // namespace

std::vector<RankTitle> Ruleset::default_rank_titles() {
    return {{0, "架子猪"},    {500, "猪小弟"},  {1'500, "养猪户"}, {3'000, "屠户"},  {6'000, "县令"},
            {12'000, "知府"}, {24'000, "巡抚"}, {48'000, "尚书"},  {96'000, "宰相"}, {200'000, "帝王"}};
}

bool operator==(const Ruleset& a, const Ruleset& b) { return parameters_of(a) == parameters_of(b); }

std::vector<std::pair<std::string, ParameterValue>> parameters_of(const Ruleset& ruleset) {
    std::vector<std::pair<std::string, ParameterValue>> list;
    for_each_parameter(
        ruleset, [&]<class T>(const char* name, const T& field) { list.emplace_back(name, Codec<T>::write(field)); });
    return list;
}

void set_parameter(Ruleset& ruleset, std::string_view name, const ParameterValue& value) {
    bool known = false;
    for_each_parameter(ruleset, [&]<class T>(const char* candidate, T& field) {
        if (candidate == name) {
            field = Codec<T>::read(name, value);
            known = true;
        }
    });
    if (!known) throw RulesError("unknown parameter " + quoted(name));
}

void validate(const Ruleset& ruleset) {
    validate_deck(ruleset);
    validate_exposure(ruleset);
    validate_play(ruleset);
    validate_scoring(ruleset);
}

std::size_t hash_of(const Ruleset& ruleset) {
    std::string text;
    for (const auto& [name, value] : parameters_of(ruleset)) {
        const auto append = [&](const auto& item) {
            if constexpr (requires { text += item; } && !std::is_arithmetic_v<std::decay_t<decltype(item)>>) {
                text += item;
            } else {
                text += std::to_string(item);
            }
            text += ';';
        };
        std::visit(
            [&]<class T>(const T& held) {
                if constexpr (std::is_same_v<T, std::vector<RankTitle>>) {
                    for (const RankTitle& title : held) append(title.points), append(title.title);
                } else if constexpr (requires { held.size(); } && !std::is_same_v<T, std::string>) {
                    for (const auto& item : held) append(item);
                } else {
                    append(held);
                }
            },
            value);
        text += '\n';
    }
    return std::hash<std::string>{}(text);
}

std::string_view to_text(Kind kind) { return names<Kind>[static_cast<std::size_t>(kind)]; }

Kind parse_kind(std::string_view text) {
    const Kind kind = parse_enum<Kind>("kind", text);
    if (kind == Kind::none) throw RulesError("kind: 'none' is no exposure");
    return kind;
}

}  // namespace gongzhu
