"""The stream protocol: one JSON object a line, and the answer that every form of validator gives."""
