#include "deciding.hpp"

#include <algorithm>
#include <utility>

#include "core/errors.hpp"

namespace gongzhu {
template <int Decks>
Deciding<Decks>::Deciding(const View& view)
    : view_(view), sampler_([&] {
          if (view.to_play != view.seat) {
              throw IllegalMove("it is not the turn of seat " + std::to_string(view.seat) + ", whose view this is");
          }
          return sampler_of(view);
      }()),
      present_(sampler_.knowledge()) {
    find_moves();
}

template <int Decks>
Move Deciding<Decks>::kind_of(Move move) const {
    Move kind{alike_[move.first], no_card};
    if (!move.is_double()) return kind;
    kind.second = alike_[move.second];
    if (kind.second < kind.first) std::swap(kind.first, kind.second);
    return kind;
}

template <int Decks>
void Deciding<Decks>::find_moves() {
    const Continuation<Decks> now(present_, sampler_.draw(0, 0));
    const Position<Decks>& position = now.position();
    CardSet<Decks> out = narrow<Decks>((record().own - record().played[view_.seat]) | record().unseen);
    alike_ = alike_cards(position, out);
    MoveList legal;
    position.legal_moves(legal);

    for (const MoveLabel& label : view_.legal_moves) {
        const Move* move =
            std::ranges::find(legal, label, [&](Move one) { return label_of(one, record().exposures, *view_.rules); });
        if (move == legal.end()) throw IllegalMove("view: " + to_text(label) + " is not a legal move");
        const Move kind = kind_of(*move);
        const auto found = std::ranges::find(kinds_, kind);
        standing_for_.push_back(static_cast<std::size_t>(found - kinds_.begin()));
        if (found != kinds_.end()) continue;
        kinds_.push_back(kind);
        moves_.push_back(*move);
    }
}

template <int Decks>
const MoveLabel& Deciding<Decks>::label(int index) const {
    const auto first = std::ranges::find(standing_for_, static_cast<std::size_t>(index));
    return view_.legal_moves[static_cast<std::size_t>(first - standing_for_.begin())];
}

template <int Decks>
std::vector<MoveEstimate> Deciding<Decks>::spread(std::span<const Standing> standings) const {
    std::vector<MoveEstimate> estimates;
    for (std::size_t i = 0; i < standing_for_.size(); ++i) {
        const Standing& standing = standings[standing_for_[i]];
        estimates.push_back({view_.legal_moves[i], standing.mean / Margin::unit, standing.error / Margin::unit});
    }
    return estimates;
}

template class Deciding<1>;
template class Deciding<2>;

}  // namespace gongzhu
