"""The sheets of real tables that a server keeps: begun, found, written on, followed."""
