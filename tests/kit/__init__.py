"""What tests of every room may use: scripts, generators, and a second reading of the rules."""
