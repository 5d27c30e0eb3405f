"""Computer players. Each is a policy, from what its seat sees to what it does."""
