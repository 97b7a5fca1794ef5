"""`gongzhu train`: learn the weights of the learned policy."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gongzhu.cli.failures import InputError
from gongzhu.cli.options import Json
from gongzhu.cli.output import new_table, print_json, print_table, print_text, progress

if TYPE_CHECKING:
    from gongzhu.training import Progress


def train(
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="Where to write the weights.")
    ] = "learned.weights",
    seed: Annotated[int, typer.Option(min=0, help="The seed; 1 gives the weights of the package.")] = 1,
    threads: Annotated[
        int, typer.Option(min=0, help="Threads that share the work; 0: one for every core.")
    ] = 0,
    effort: Annotated[
        float, typer.Option(min=0, help="How long to learn, as a multiple of what the package's took.")
    ] = 1.0,
    as_json: Json = False,
) -> None:
    """Learn the weights of the learned policy: first from the careful policy, then by self-play.

    The same seed and effort give the same file, byte for byte, with any number of threads. Prints how much
    more the policy gets a deal than the careful one as it learns. A bot plays by the file as
    learned:weights=FILE.
    """
    from gongzhu.policies import shipped_weights
    from gongzhu.training import train as learn

    if not Path(output).absolute().parent.is_dir():
        raise InputError(f"{output}: there is no such folder")
    curve: list[Progress] = []
    with progress("learning", 100) as advance:
        shown = 0

        def note(step: Progress) -> None:
            nonlocal shown
            curve.append(step)
            while shown < round(100 * step.share):
                advance()
                shown += 1

        weights = learn(seed, threads, effort, note)
    written = weights.to_bytes()
    Path(output).write_bytes(written)
    same = written == shipped_weights().to_bytes()
    if as_json:
        print_json({"file": output, "shipped": same, "curve": [vars(step) for step in curve]})
        return
    table = new_table("course", "deals>", "above careful>", "±>")
    for step in curve:
        table.add_row(step.course, f"{step.deals:,}", f"{step.mean:+.1f}", f"{1.96 * step.error:.1f}")
    print_table(table)
    print_text(
        f"{output}: {len(written):,} bytes, {'the' if same else 'other than the'} weights of the package"
    )
