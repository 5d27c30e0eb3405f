"""Text for people: message and parameters in, a sentence in the reader's language out."""
