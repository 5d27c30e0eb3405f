"""The world as the service's ports want it: files, the clock, the system's entropy."""
