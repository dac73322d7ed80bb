"""`ledger_post` writes a transfer, its entries, its event and the balances; triggers hold what must always be so."""

from django.db import migrations

ROOM = """
-- Balances are rewritten with every transfer: leave room for it on their pages.
ALTER TABLE ledger_account SET (fillfactor = 50);
"""

BODY = """
CREATE FUNCTION ledger_body(
  kind text, accounts bigint[], amounts bigint[], reason text, clause text, stream text, subject text, reverses bigint
) RETURNS bytea LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT sha256(convert_to(json_build_array($1, $2, $3, $4, $5, $6, $7, $8)::text, 'UTF8'))
$$;
"""

# What can be refused before anything is written comes back as a verdict, so that the caller's transaction lives on.
# A loser of a race is stopped by the constraints instead. No clock is read: the instant comes with the call.
POST = """
CREATE FUNCTION ledger_post(
  p_key text, p_kind text, p_accounts bigint[], p_amounts bigint[], p_by text, p_at timestamptz, p_reason text,
  p_clause text, p_stream text, p_subject text, p_reverses bigint, p_request text,
  OUT verdict text, OUT posted bigint, OUT about bigint, OUT touched bigint[], OUT told text
) LANGUAGE plpgsql AS $$
DECLARE
  here bigint;
  there bigint;
  known integer;
  total numeric;
  short bigint;
  asked bytea;
  kept record;
BEGIN
  SELECT count(*), min(a.property_id), max(a.property_id), sum(amount),
         min(a.id) FILTER (WHERE NOT a.may_go_below_zero AND a.balance + amount < 0)
    INTO known, here, there, total, short
    FROM unnest(p_accounts, p_amounts) AS entry(account, amount) JOIN ledger_account a ON a.id = account;
  touched := ARRAY[here];
  IF known <> cardinality(p_accounts) THEN
    verdict := 'no account';
    SELECT account INTO about FROM unnest(p_accounts) AS account
     WHERE NOT EXISTS (SELECT FROM ledger_account a WHERE a.id = account) LIMIT 1;
  ELSIF here <> there THEN
    SELECT array_agg(house ORDER BY house), CASE WHEN bool_or(sum <> 0) THEN 'unbalanced'
                                                 WHEN bool_or(training) AND NOT bool_and(training) THEN 'training' END
      INTO touched, verdict
      FROM (SELECT h.id AS house, h.training, sum(amount)
              FROM unnest(p_accounts, p_amounts) AS entry(account, amount)
              JOIN ledger_account a ON a.id = account JOIN house_property h ON h.id = a.property_id
             GROUP BY h.id) AS per_property;
  ELSIF total <> 0 THEN
    verdict := 'unbalanced';
  END IF;
  IF verdict IS NULL AND short IS NOT NULL THEN
    verdict := 'short';
    about := short;
  END IF;
  IF p_reverses IS NOT NULL THEN
    SELECT id INTO kept FROM ledger_transfer WHERE reverses_id = p_reverses;
    IF FOUND THEN
      verdict := 'reversed';
      about := kept.id;
    END IF;
  END IF;
  told := coalesce(p_stream, 'property:' || here);
  asked := ledger_body(p_kind, p_accounts, p_amounts, p_reason, p_clause, told, p_subject, p_reverses);

  IF verdict IS NULL THEN
    INSERT INTO ledger_transfer
           (key, kind, at, by, reason, clause, stream, subject, properties, lines, body, reverses_id)
    VALUES (p_key, p_kind, p_at, p_by, p_reason, p_clause, told, p_subject, touched, cardinality(p_accounts), asked,
            p_reverses)
    ON CONFLICT (key) DO NOTHING RETURNING id INTO posted;
  END IF;
  IF posted IS NULL THEN
    -- Whatever stands against it now: a transfer that was made is made.
    SELECT id, body INTO kept FROM ledger_transfer WHERE key = p_key;
    IF FOUND THEN
      posted := kept.id;
      verdict := CASE WHEN kept.body = asked THEN 'again' ELSE 'other body' END;
    END IF;
    RETURN;
  END IF;

  INSERT INTO ledger_entry (transfer_id, line, account_id, at, amount)
  SELECT posted, line, account, p_at, amount
    FROM unnest(p_accounts, p_amounts) WITH ORDINALITY AS entry(account, amount, line);
  PERFORM trail_append(
    told, p_at, here::integer, p_by, p_request,
    CASE WHEN p_reverses IS NULL THEN 'ledger.transfer' ELSE 'ledger.reversal' END,
    CASE p_subject WHEN '' THEN 'transfer:' || posted ELSE p_subject END, NULL,
    '{"transfer":' || posted || ',"kind":' || to_json(p_kind) || ',"accounts":' || to_json(p_accounts)
      || ',"amounts":' || to_json(p_amounts) || coalesce(',"reverses":' || p_reverses, '') || '}',
    p_reason, p_clause, '');
  -- The hot rows last, always in the order of their ids: two transfers never wait for each other in a ring.
  FOR line IN 1 .. cardinality(p_accounts) LOOP
    UPDATE ledger_account SET balance = balance + p_amounts[line] WHERE id = p_accounts[line];
  END LOOP;
  verdict := 'posted';
END $$;
"""

# At commit, whoever wrote it and however.
BALANCES = """
CREATE FUNCTION ledger_transfer_holds() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  here bigint;
  there bigint;
  found_lines integer;
  total numeric;
  unbalanced boolean;
  mixed boolean := false;
BEGIN
  SELECT count(*), min(a.property_id), max(a.property_id), sum(e.amount) INTO found_lines, here, there, total
    FROM ledger_entry e JOIN ledger_account a ON a.id = e.account_id WHERE e.transfer_id = NEW.id;
  unbalanced := total <> 0;
  IF here <> there THEN
    SELECT bool_or(sum <> 0), bool_or(training) AND NOT bool_and(training) INTO unbalanced, mixed
      FROM (SELECT h.training, sum(e.amount)
              FROM ledger_entry e JOIN ledger_account a ON a.id = e.account_id
              JOIN house_property h ON h.id = a.property_id
             WHERE e.transfer_id = NEW.id GROUP BY h.id) AS per_property;
  END IF;
  IF found_lines <> NEW.lines OR found_lines < 2 THEN
    RAISE EXCEPTION 'ledger: transfer % has % entries of %', NEW.id, found_lines, NEW.lines
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_transfer_whole';
  ELSIF unbalanced THEN
    RAISE EXCEPTION 'ledger: transfer % does not sum to zero at every property', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_transfer_balances';
  ELSIF mixed THEN
    RAISE EXCEPTION 'ledger: transfer % joins play money with money', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_transfer_training_apart';
  END IF;
  IF NEW.reverses_id IS NOT NULL AND (
    SELECT array_agg(ROW(account_id, amount) ORDER BY account_id, amount) FROM ledger_entry WHERE transfer_id = NEW.id
  ) IS DISTINCT FROM (
    SELECT array_agg(ROW(account_id, -amount) ORDER BY account_id, -amount)
      FROM ledger_entry WHERE transfer_id = NEW.reverses_id
  ) THEN
    RAISE EXCEPTION 'ledger: transfer % is not the reverse of %', NEW.id, NEW.reverses_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_transfer_reverses_exactly';
  END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER ledger_transfer_holds AFTER INSERT ON ledger_transfer
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_transfer_holds();
"""

# All entries of a transfer come in one statement, so that nothing is ever added to an old one.
WHOLE = """
CREATE FUNCTION ledger_entries_whole() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT transfer_id, count(*) AS lines, max(line) AS last, min(at) AS first_at, max(at) AS last_at
                   FROM fresh GROUP BY transfer_id) AS f
      LEFT JOIN ledger_transfer t ON t.id = f.transfer_id
     WHERE t.lines IS DISTINCT FROM f.lines OR f.last <> f.lines OR f.first_at <> t.at OR f.last_at <> t.at
  ) THEN
    RAISE EXCEPTION 'ledger: the entries of a transfer are written together, with it and at its instant'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_whole';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER ledger_entries_whole AFTER INSERT ON ledger_entry REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_entries_whole();
"""

REFUSE = """
CREATE FUNCTION ledger_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'ledger: % of % is refused, a transfer is undone by a new one', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER ledger_transfer_refuse BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transfer
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();
CREATE TRIGGER ledger_entry_refuse BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entry
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();
CREATE TRIGGER ledger_account_refuse BEFORE DELETE OR TRUNCATE ON ledger_account
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();
CREATE TRIGGER ledger_account_keeps BEFORE UPDATE OF id, property_id, kind, code, may_go_below_zero ON ledger_account
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();
-- An account opens empty: what stands on it came by transfers.
CREATE TRIGGER ledger_account_opens_empty BEFORE INSERT ON ledger_account
  FOR EACH ROW WHEN (NEW.balance <> 0) EXECUTE FUNCTION ledger_refuse();
"""

UNDO = """
DROP FUNCTION ledger_refuse, ledger_entries_whole, ledger_transfer_holds CASCADE;
DROP FUNCTION ledger_post, ledger_body;
"""


class Migration(migrations.Migration):
    dependencies = [("ledger", "0001_initial"), ("trail", "0002_chain")]
    operations = [migrations.RunSQL(ROOM + BODY + POST + BALANCES + WHOLE + REFUSE, UNDO)]
