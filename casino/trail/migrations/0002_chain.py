"""The chain is made and guarded by the database: `trail_append`, and triggers that refuse every other change."""

from django.db import migrations

STREAM_PATTERN = r"^[a-z_]+:[A-Za-z0-9._:/@+-]{1,120}$"
NOTHING = r"'\x0000000000000000000000000000000000000000000000000000000000000000'::bytea"

# The same bytes as casino.trail.encoding.event_text; a test compares the two.
TEXT = """
  '{"stream":"' || NEW.stream || '","seq":' || (head.seq + 1)
  || ',"at":"' || to_char(NEW.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
  || '","property":' || coalesce(NEW.property::text, 'null')
  || ',"actor":' || to_json(NEW.actor) || ',"request":' || to_json(NEW.request)
  || ',"kind":"' || NEW.kind || '","subject":' || to_json(NEW.subject)
  || ',"before":' || coalesce(NEW.before, 'null') || ',"after":' || coalesce(NEW.after, 'null')
  || ',"reason":' || to_json(NEW.reason) || ',"clause":' || to_json(NEW.clause)
  || ',"rule_set":' || to_json(NEW.rule_set) || ',"previous":"' || encode(head.hash, 'hex') || '"'
"""

CHAIN = f"""
CREATE FUNCTION trail_chain() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  asked_seq bigint := NEW.seq;
  asked_hash bytea := NEW.hash;
BEGIN
  LOOP
    -- The one lock: the head of this stream. Whoever waits for it computes again from the newest head.
    UPDATE trail_stream AS head
       SET seq = head.seq + 1, previous = head.hash, hash = sha256(convert_to({TEXT}, 'UTF8'))
     WHERE head.stream = NEW.stream
    RETURNING head.seq, head.previous, head.hash INTO NEW.seq, NEW.previous, NEW.hash;
    EXIT WHEN FOUND;
    INSERT INTO trail_stream (stream, seq, previous, hash) VALUES (NEW.stream, 0, {NOTHING}, {NOTHING})
    ON CONFLICT (stream) DO NOTHING;
  END LOOP;
  IF asked_seq <> NEW.seq THEN
    RAISE EXCEPTION 'trail: event % of % is out of sequence, the next one is %', asked_seq, NEW.stream, NEW.seq
      USING ERRCODE = 'check_violation';
  END IF;
  IF asked_hash <> NEW.hash THEN
    RAISE EXCEPTION 'trail: event % of % does not have the hash that was given for it', NEW.seq, NEW.stream
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER trail_chain BEFORE INSERT ON trail_event FOR EACH ROW EXECUTE FUNCTION trail_chain();

-- Heads are rewritten with every append: leave room for it on their pages.
ALTER TABLE trail_stream SET (fillfactor = 50);

-- JSON as it stands in the line: a line break is the only thing in JSON that could end the line.
ALTER TABLE trail_event
  -- One pattern would say the same and cost ten times as much, with every append.
  ADD CONSTRAINT trail_event_kind
    CHECK (kind ~~ '_%._%' AND kind !~~ '%.%.%' AND ltrim(kind, 'abcdefghijklmnopqrstuvwxyz_.') = ''),
  ADD CONSTRAINT trail_event_before
    CHECK (json_typeof(before::json) = 'object' AND strpos(before, E'\\n') = 0),
  ADD CONSTRAINT trail_event_after
    CHECK (json_typeof(after::json) = 'object' AND strpos(after, E'\\n') = 0);
"""

APPEND = """
CREATE FUNCTION trail_append(
  stream text, at timestamptz, property integer, actor text, request text, kind text, subject text,
  before text, after text, reason text, clause text, rule_set text
) RETURNS bigint LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  given bigint;
BEGIN
  INSERT INTO trail_event (stream, at, property, actor, request, kind, subject, before, after, reason, clause, rule_set)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING seq INTO given;
  RETURN given;
END $$;

CREATE FUNCTION trail_append_many(
  streams text[], ats timestamptz[], properties integer[], actors text[], requests text[], kinds text[],
  subjects text[], befores text[], afters text[], reasons text[], clauses text[], rule_sets text[]
) RETURNS bigint[] LANGUAGE plpgsql AS $$
DECLARE
  given bigint[];
BEGIN
  WITH added AS (
    INSERT INTO trail_event (stream, at, property, actor, request, kind, subject, before, after, reason, clause, rule_set)
    SELECT a, b, c, d, e, f, g, h, i, j, k, l
      FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
           WITH ORDINALITY AS t(a, b, c, d, e, f, g, h, i, j, k, l, nth)
     ORDER BY nth
    RETURNING seq
  )
  SELECT array_agg(seq) INTO given FROM added;
  RETURN given;
END $$;
"""

REFUSE = """
CREATE FUNCTION trail_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'trail: % of % is refused, the trail is only ever added to', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'insufficient_privilege';
END $$;
"""

GUARDED = ("trail_event", "trail_checkpoint", "trail_sealedhead")
GUARDS = "".join(
    f"""
CREATE TRIGGER {table}_refuse BEFORE UPDATE OR DELETE ON {table} FOR EACH ROW EXECUTE FUNCTION trail_refuse();
CREATE TRIGGER {table}_refuse_truncate BEFORE TRUNCATE ON {table} FOR EACH STATEMENT EXECUTE FUNCTION trail_refuse();
"""
    for table in GUARDED
)

# A head moves only when an event is added: the trigger above does it, at depth one.
HEADS = f"""
CREATE TRIGGER trail_stream_refuse BEFORE UPDATE ON trail_stream FOR EACH STATEMENT
  WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION trail_refuse();
CREATE TRIGGER trail_stream_refuse_insert BEFORE INSERT ON trail_stream FOR EACH ROW
  WHEN (NEW.seq <> 0 OR NEW.hash <> {NOTHING} OR NEW.stream !~ '{STREAM_PATTERN}') EXECUTE FUNCTION trail_refuse();
CREATE TRIGGER trail_stream_refuse_delete BEFORE DELETE ON trail_stream FOR EACH ROW EXECUTE FUNCTION trail_refuse();
CREATE TRIGGER trail_stream_refuse_truncate BEFORE TRUNCATE ON trail_stream
  FOR EACH STATEMENT EXECUTE FUNCTION trail_refuse();
"""

SEALED = """
CREATE FUNCTION trail_sealed_in_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  expected bigint := 1 + coalesce((SELECT max(number) FROM trail_checkpoint), 0);
  given bigint := CASE TG_TABLE_NAME WHEN 'trail_checkpoint' THEN (to_jsonb(NEW) ->> 'number')
                                     ELSE (to_jsonb(NEW) ->> 'checkpoint_id') END;
BEGIN
  IF given <> expected THEN
    RAISE EXCEPTION 'trail: checkpoint % is out of sequence, the next one is %', given, expected
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER trail_checkpoint_in_order BEFORE INSERT ON trail_checkpoint
  FOR EACH ROW EXECUTE FUNCTION trail_sealed_in_order();
-- Heads are written before their checkpoint, in its transaction: afterwards nothing can be added to it.
CREATE TRIGGER trail_sealedhead_in_order BEFORE INSERT ON trail_sealedhead
  FOR EACH ROW EXECUTE FUNCTION trail_sealed_in_order();
"""

UNDO = """
ALTER TABLE trail_event DROP CONSTRAINT trail_event_kind;
DROP TRIGGER trail_chain ON trail_event;
DROP FUNCTION trail_append, trail_append_many, trail_chain;
ALTER TABLE trail_event DROP CONSTRAINT trail_event_before, DROP CONSTRAINT trail_event_after;
DROP FUNCTION trail_refuse, trail_sealed_in_order CASCADE;
"""


class Migration(migrations.Migration):
    dependencies = [("trail", "0001_initial")]
    operations = [migrations.RunSQL(CHAIN + APPEND + REFUSE + GUARDS + HEADS + SEALED, UNDO)]
