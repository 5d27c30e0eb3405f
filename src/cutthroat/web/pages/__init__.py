"""Pages for people: HTML rendered from what a seat may see, which works without scripts too."""
