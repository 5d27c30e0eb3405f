"""Fair comparisons of bots: the same cards, played again with the seats changed."""
