#include "knowledge.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

#include "core/errors.hpp"
#include "exposing_order.hpp"
#include "plays.hpp"

namespace gongzhu {
namespace {

constexpr int free_card = -1;  // not exposed, and so anywhere

// Where an honour's copy that is not seen may be, and how it is exposed there.
struct Stand {
    int seat = free_card;  // the own seat: nobody holds it
    Kind kind = Kind::none;
    friend bool operator==(const Stand&, const Stand&) = default;
};

unsigned bit(int seat) { return 1U << static_cast<unsigned>(seat); }

// At least one unseen copy of the card lies in one of these places.
struct Demand {
    Card card = no_card;
    unsigned places = 0;
};

class Deduction {
public:
    Deduction(const View& view, const KnowledgeOptions& options) : view_(view), options_(options) {
        knowledge_.record = record_of(view);
        for (int seat = 0; seat < seat_count; ++seat) {
            knowledge_.held[seat] = record().held_by(seat);
            plays_.emplace_back(record(), seat, options.leads_by_card && rules().ruleset().must_lead_it);
        }
        others_ = record().unseen;
        for (const DealRecord::Open& open : record().open) others_.remove(open.card);
        hidden_ = record().hidden;
        find_demands();
        find_subjects();
    }

    Knowledge deduce() {
        check_plays(record().seat, record().own - record().played[record().seat]);
        suppose(0, 1);
        if (knowledge_.hypotheses.empty()) explain();
        return std::move(knowledge_);
    }

private:
    const DealRecord& record() const { return knowledge_.record; }
    const Rules& rules() const { return *record().rules; }
    int nobody() const { return record().seat; }

    void check_plays(int seat, const Cards& others) const {
        const std::string illegal = plays_[seat].first_illegal(record().exposures, others);
        if (!illegal.empty()) throw IllegalMove("view: " + illegal);
    }

    // Says why there is no hypothesis.
    [[noreturn]] void explain() const {
        for (int seat = 0; seat < seat_count; ++seat) {
            Cards open;
            for (const DealRecord::Open& shown : record().open) {
                if (shown.seats == bit(seat)) open.add(shown.card);
            }
            if (seat != record().seat) check_plays(seat, open);
        }
        throw IllegalMove("view: no deal of these rules leads to what seat " + std::to_string(record().seat) +
                          " is said to see");
    }

    void find_demands() {
        if (const auto card = rules().lead_card(); options_.leads_by_card && record().whole && card) {
            const int leader = record().leader;
            const Cards had = record().played[leader] | (leader == record().seat ? record().own : Cards{});
            if ((had & Cards::both(card_lane(*card))).empty()) demands_.push_back({*card, bit(leader)});
        }
        // The partners are known once no copy of the called card is left in a hand that the seat does not see (003).
        if (view_.called && !record().whole) {
            const Card called = first_copy(view_.called->card);
            if (view_.sides) {
                gone_ |= card_lane(called);
            } else {
                demands_.push_back({called, 15U & ~bit(nobody())});
            }
        }
    }

    struct Subject {
        Card card;
        std::vector<Stand> stands;
        bool like_last = false;  // a copy of which nothing is known that is not known of the one before
    };

    // The copies whose exposure, or whose holder if exposed, is not known.
    void find_subjects() {
        for (int i = 0; i < honour_count; ++i) {
            const Card first = rules().honour(static_cast<Honour>(i));
            bool last = false;
            for (const Card card : {first, twin_of(first)}) {
                if (!record().unseen.has(card)) continue;
                const auto open = std::ranges::find(record().open, card, &DealRecord::Open::card);
                if (open != record().open.end()) {
                    subjects_.push_back({card, open_stands(*open), false});
                    continue;
                }
                std::vector<Stand> stands{{}};
                for (int seat = 0; seat < seat_count; ++seat) {
                    for (const Kind kind : {Kind::concealed, Kind::dark}) {
                        if (hidden_[seat][static_cast<std::size_t>(kind)] > 0) stands.push_back({seat, kind});
                    }
                }
                subjects_.push_back({card, std::move(stands), last});
                last = true;
            }
        }
    }

    // A card that lies open is still held by its seat, or in an ending it may be gone. A hidden one that the view names
    // was seen when it was played, so it is gone.
    std::vector<Stand> open_stands(const DealRecord::Open& open) const {
        const Kind kind = record().exposures.kind(*rules().honour_of(open.card), lane_of(open.card));
        std::vector<Stand> stands;
        for (int seat = 0; seat < seat_count; ++seat) {
            if (seat != nobody() && !is_hidden(kind) && (open.seats & bit(seat)) != 0) stands.push_back({seat, kind});
        }
        if (!record().whole && !open.held) stands.push_back({nobody(), kind});
        return stands;
    }

    // Tries every stand of the subjects from `index` on.
    void suppose(std::size_t index, int ways) {
        if (index == subjects_.size()) return conclude(ways);
        const Subject& subject = subjects_[index];
        std::size_t first = 0;
        if (subject.like_last) {
            first =
                static_cast<std::size_t>(std::ranges::find(subject.stands, supposed_.back()) - subject.stands.begin());
        }
        for (std::size_t i = first; i < subject.stands.size(); ++i) {
            const Stand stand = subject.stands[i];
            const bool from_hidden = is_hidden(stand.kind) && stand.seat != nobody();
            int* left = from_hidden ? &hidden_[stand.seat][static_cast<std::size_t>(stand.kind)] : nullptr;
            if (left != nullptr && (*left)-- == 0) {
                ++*left;
                continue;
            }
            supposed_.push_back(stand);
            suppose(index + 1, subject.like_last && i > first ? 2 * ways : ways);
            supposed_.pop_back();
            if (left != nullptr) ++*left;
        }
    }

    void conclude(int ways) {
        for (const auto& kinds : hidden_) {
            if (std::ranges::any_of(kinds, [](int left) { return left > 0; })) return;
        }
        Hypothesis hypothesis;
        hypothesis.ways = ways;
        hypothesis.exposures = record().exposures;
        Cards free = others_;
        Cards gone;
        for (std::size_t i = 0; i < subjects_.size(); ++i) {
            const Card card = subjects_[i].card;
            const auto [seat, kind] = supposed_[i];
            if (seat == free_card) continue;
            hypothesis.exposures.set(*rules().honour_of(card), lane_of(card), kind);
            free.remove(card);
            if (seat == nobody()) {
                gone.add(card);
                if (record().played[exposer(card)].has(twin_of(card)) && takes_its_place(card)) return;
            } else {
                hypothesis.located[seat].add(card);
                if ((gone_ & card_lane(card)) != 0) return;
            }
        }
        for (int seat = 0; seat < seat_count; ++seat) {
            for (Cards rest = hypothesis.located[seat]; !rest.empty();) {
                const Card twin = twin_of(rest.pop());
                if (gone.has(twin) && exposer(twin) == seat && takes_its_place(twin)) return;
            }
        }
        const auto can_be_met = [&](const Demand& demand) {
            return is_met(demand, hypothesis) || !(free & Cards::both(card_lane(demand.card))).empty();
        };
        if (!std::ranges::all_of(demands_, can_be_met) || !is_in_order(hypothesis)) return;
        if (make_division(hypothesis, free, gone)) knowledge_.hypotheses.push_back(std::move(hypothesis));
    }

    // Whether the rules would have had its exposures made in some order like the view's.
    bool is_in_order(const Hypothesis& hypothesis) const {
        std::array<Cards, seat_count> holders = hypothesis.located;
        holders[record().seat] |= record().own;
        for (int seat = 0; seat < seat_count; ++seat) holders[seat] |= record().played[seat];
        return exposing_order(view_, record(), hypothesis.exposures, holders).has_value();
    }

    // Whether a card that is not exposed would have been, had a seat held it when the record began.
    bool must_be_exposed(Card card) const {
        const std::optional<Honour> honour = rules().honour_of(card);
        const Forced forced = rules().ruleset().forced;
        return honour && (forced == Forced::all || (forced == Forced::all_but_sheep && *honour != Honour::sheep));
    }

    const Holdable& holdable(int seat, const Hypothesis& hypothesis, const Cards& free) {
        std::vector<std::pair<Card, Kind>> key;
        for (Cards rest = hypothesis.located[seat]; !rest.empty();) {
            const Card card = rest.pop();
            key.emplace_back(card, hypothesis.exposures.kind(*rules().honour_of(card), lane_of(card)));
        }
        const auto [found, added] = holdable_.try_emplace({seat, key, free.lane});
        if (added) found->second = plays_[seat].holdable(hypothesis.exposures, hypothesis.located[seat], free);
        return found->second;
    }

    bool make_division(Hypothesis& hypothesis, const Cards& free, const Cards& gone) {
        Division& division = hypothesis.division;
        std::array<const Holdable*, seat_count> seats{};
        int room = free.count();
        for (int seat = 0; seat < seat_count; ++seat) {
            if (seat == nobody()) continue;
            seats[seat] = &holdable(seat, hypothesis, free);
            const int hidden = knowledge_.held[seat] - hypothesis.located[seat].count();
            if (!seats[seat]->possible || hidden < 0) return false;
            division.room[seat] = static_cast<std::uint8_t>(hidden);
            room -= hidden;
        }
        if (room < 0 || (record().whole && room > 0)) return false;
        division.room[nobody()] = static_cast<std::uint8_t>(room);

        std::map<Places, Division::Group> groups;
        const auto add_single = [&](Card card, unsigned places) {
            Division::Group& group = groups[static_cast<Places>(places)];
            group.places = static_cast<Places>(places);
            group.cards.push_back(card);
        };
        for (Lane rest = free.lane[0] | free.lane[1]; rest != 0; rest &= rest - 1) {
            const Card first = static_cast<Card>(std::countr_zero(rest));
            const Card second = twin_of(first);
            const auto places = places_of(first, seats, gone, free);
            if (!free.has(first) || !free.has(second)) {
                const Card card = free.has(first) ? first : second;
                const unsigned single = free.has(first) ? places.first : places.second;
                add_single(card, single & demanded(first, hypothesis));
                continue;
            }
            const Division::Couple couple = couple_of(first, places, seats, demanded(first, hypothesis));
            if (couple.ways == all_ways(places.first, places.second)) {
                add_single(first, places.first);
                add_single(second, places.second);
            } else {
                division.couples.push_back(couple);
            }
        }
        for (auto& [places, group] : groups) division.groups.push_back(std::move(group));
        return possible(division);
    }

    // Where the two copies of a card may be.
    std::pair<unsigned, unsigned> places_of(Card first, const std::array<const Holdable*, seat_count>& seats,
                                            const Cards& gone, const Cards& free) const {
        std::array<unsigned, 2> places{};
        for (const int copy : {0, 1}) {
            const Card card = static_cast<Card>(first + 64 * copy);
            if (!free.has(card)) continue;
            if (!record().whole) places[copy] |= bit(nobody());
            if (must_be_exposed(card) || (gone_ & card_lane(card)) != 0) continue;
            for (int seat = 0; seat < seat_count; ++seat) {
                if (seats[seat] == nullptr || !seats[seat]->cards.has(card)) continue;
                if (gone.has(twin_of(card)) && exposer(twin_of(card)) == seat) continue;
                places[copy] |= bit(seat);
            }
        }
        return {places[0], places[1]};
    }

    // An ending takes a copy that a seat still has for the one that it exposed before: whether it would take the twin
    // for this one, in the hand of the seat that exposed this one.
    bool takes_its_place(Card card) const {
        const Honour honour = *rules().honour_of(card);
        const Kind kind = record().exposures.kind(honour, lane_of(card));
        const Kind other = record().exposures.kind(honour, lane_of(twin_of(card)));
        return other == Kind::none || (other != kind && lane_of(card) == 0);
    }

    int exposer(Card card) const {
        const auto open = std::ranges::find(record().open, card, &DealRecord::Open::card);
        return open == record().open.end() ? nobody() : std::countr_zero(open->seats);
    }

    // Where a copy must be that is the last hope of a demand; all places where there is none.
    unsigned demanded(Card first, const Hypothesis& hypothesis) const {
        unsigned places = 15;
        for (const Demand& demand : demands_) {
            if (demand.card == first && !is_met(demand, hypothesis)) places &= demand.places;
        }
        return places;
    }

    static bool is_met(const Demand& demand, const Hypothesis& hypothesis) {
        for (int seat = 0; seat < seat_count; ++seat) {
            const bool here = !(hypothesis.located[seat] & Cards::both(card_lane(demand.card))).empty();
            if (here && (demand.places & bit(seat)) != 0) return true;
        }
        return false;
    }

    static std::uint16_t all_ways(unsigned first, unsigned second) {
        std::uint16_t ways = 0;
        for (int i = 0; i < place_count; ++i) {
            if ((first & bit(i)) != 0) ways = static_cast<std::uint16_t>(ways | second << (place_count * i));
        }
        return ways;
    }

    static Division::Couple couple_of(Card first, std::pair<unsigned, unsigned> places,
                                      const std::array<const Holdable*, seat_count>& seats, unsigned demanded) {
        Division::Couple couple{first, twin_of(first), all_ways(places.first, places.second)};
        for (int i = 0; i < place_count; ++i) {
            for (int j = 0; j < place_count; ++j) {
                const bool kept_pair = i == j && seats[i] != nullptr && (seats[i]->no_pair & card_lane(first)) != 0;
                const bool fails = (demanded & (bit(i) | bit(j))) == 0;
                if (kept_pair || fails) couple.ways &= static_cast<std::uint16_t>(~(1U << (place_count * i + j)));
            }
        }
        return couple;
    }

    static bool possible(const Division& division) {
        const bool placed = std::ranges::all_of(division.groups, [](const auto& group) { return group.places != 0; });
        return placed && std::ranges::all_of(division.couples, [](const auto& couple) { return couple.ways != 0; });
    }

    const View& view_;
    const KnowledgeOptions options_;
    Knowledge knowledge_;
    std::vector<SeatPlays> plays_;
    Cards others_;  // unseen cards that are not known to be exposed
    std::array<std::array<int, kind_count>, seat_count> hidden_{};
    std::vector<Demand> demands_;
    Lane gone_ = 0;  // ranks of which no unseen copy is in a hand
    std::vector<Subject> subjects_;
    std::vector<Stand> supposed_;
    std::map<std::tuple<int, std::vector<std::pair<Card, Kind>>, std::array<Lane, 2>>, Holdable> holdable_;
};

}  // namespace

Knowledge knowledge_of(const View& view, const KnowledgeOptions& options) { return Deduction(view, options).deduce(); }

}  // namespace gongzhu
