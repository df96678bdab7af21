"""The reference at the speed of jsonschema-rs: the same findings on a card, without positions."""
