SCHEMA_IN: dict[str, object] = {}
SCHEMA_OUT: dict[str, object] = {}
