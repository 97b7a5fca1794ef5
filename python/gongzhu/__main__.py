"""`python -m gongzhu` is the command `gongzhu`."""

from gongzhu.cli import main

main()
