"""The service over HTTP: plain JSON up, server-sent events down."""
