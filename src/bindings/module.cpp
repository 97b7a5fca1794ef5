#include "bindings.hpp"

PYBIND11_MODULE(_core, module) {
    using namespace gongzhu::bindings;
    module.doc() = "The C++ core of gongzhu. Import what you need from gongzhu itself.";
    register_errors(module);
    register_cards(module);
    register_ruleset(module);
    register_deal(module);
    register_view(module);
    register_game(module);
    register_match(module);
    register_scoring(module);
    register_solver(module);
    register_selfish(module);
    register_claim_check(module);
    register_policy(module);
    register_batch(module);
    register_sample(module);
    register_bots(module);
}
