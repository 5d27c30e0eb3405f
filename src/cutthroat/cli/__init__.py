"""The command `cutthroat`: a face in the terminal."""
