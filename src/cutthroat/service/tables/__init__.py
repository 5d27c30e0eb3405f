"""Tables that people and programs share: kept as logs, decided in one place, read as views."""
