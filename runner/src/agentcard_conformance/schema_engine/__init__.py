"""JSON Schema, draft 2020-12: two engines, what a keyword means, and where a schema holds further schemas."""
