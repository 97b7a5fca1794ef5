"""`gongzhu bench`: how fast the solver is here, and whether it searches what it should."""

from __future__ import annotations

import gongzhu as gz
from gongzhu.cli.options import Json
from gongzhu.cli.output import print_json, print_text, progress


def bench(as_json: Json = False) -> None:
    """Solve fixed positions: how many plays are searched, and how fast.

    The number of plays is the solver's signature: a version has the same on every machine.
    """
    from gongzhu.bench import signature

    with progress("solving"):
        found = signature()
    if as_json:
        print_json(
            {
                "version": gz.__version__,
                "processor": gz.processor(),
                **vars(found),
                "nodes_per_second": found.nodes_per_second,
            }
        )
        return
    print_text(f"gongzhu {gz.__version__}, compiled for {gz.processor()}")
    print_text(f"{found.positions} positions, {found.nodes:,} plays searched in {found.seconds:.2f} s")
    print_text(f"{found.nodes_per_second:,.0f} plays a second")
