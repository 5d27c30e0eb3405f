"""`python -m cutthroat`."""

from cutthroat.app import main

main()
