"""`ledger_post` inserts a transfer; triggers spread it over entries, trail and balances, and hold what must be so."""

from django.db import migrations

TABLES = """
-- Balances are rewritten with every transfer: leave room for it on their pages.
ALTER TABLE ledger_account SET (fillfactor = 50);
-- One index for all: unique, in the order of statements, and with the amount, so that sums never read the table.
ALTER TABLE ledger_entry DROP CONSTRAINT ledger_entry_pkey;
ALTER TABLE ledger_entry ADD PRIMARY KEY (account_id, at, transfer_id) INCLUDE (amount);
"""

BODY = """
CREATE FUNCTION ledger_body(
  kind text, accounts bigint[], amounts bigint[], reason text, clause text, stream text, subject text, reverses bigint
) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT sha256(convert_to(json_build_array($1, $2, $3, $4, $5, $6, $7, $8)::text, 'UTF8'))
$$;
"""

# What can be refused before anything is written comes back as a verdict, so that the caller's transaction lives on.
# A loser of a race is stopped by the constraints instead. No clock is read: the instant comes with the call.
# While accounts are few the planner would read all of them, dead rows and all, for each transfer: hence the settings.
POST = """
CREATE FUNCTION ledger_post(
  p_key text, p_kind text, p_accounts bigint[], p_amounts bigint[], p_by text, p_at timestamptz, p_reason text,
  p_clause text, p_stream text, p_subject text, p_reverses bigint, p_request text,
  OUT verdict text, OUT posted bigint, OUT about bigint, OUT touched bigint[], OUT told text
) LANGUAGE plpgsql SET enable_seqscan = off SET enable_hashjoin = off AS $$
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
           (key, kind, at, by, reason, clause, stream, subject, request, properties, accounts, amounts, body,
            reverses_id)
    VALUES (p_key, p_kind, p_at, p_by, p_reason, p_clause, told, p_subject, p_request, touched, p_accounts, p_amounts,
            asked, p_reverses)
    ON CONFLICT (key) DO NOTHING RETURNING id, 'posted' INTO posted, verdict;
  END IF;
  IF posted IS NULL THEN
    -- Whatever stands against it now: a transfer that was made is made.
    SELECT id, body INTO kept FROM ledger_transfer WHERE key = p_key;
    IF FOUND THEN
      posted := kept.id;
      verdict := CASE WHEN kept.body = asked THEN 'again' ELSE 'other body' END;
    END IF;
  END IF;
END $$;
"""

SPREAD = """
CREATE FUNCTION ledger_transfer_spread() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  astray boolean;
BEGIN
  IF cardinality(NEW.accounts) < 2 OR cardinality(NEW.accounts) <> cardinality(NEW.amounts)
     OR 0 = ANY (NEW.amounts) THEN
    RAISE EXCEPTION 'ledger: transfer % moves nothing between two accounts', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_transfer_moves_something';
  END IF;
  INSERT INTO ledger_entry (account_id, at, transfer_id, amount)
  SELECT account, NEW.at, NEW.id, amount FROM unnest(NEW.accounts, NEW.amounts) AS entry(account, amount);
  PERFORM trail_append(
    NEW.stream::text, NEW.at, NEW.properties[1]::integer, NEW."by"::text, NEW.request::text,
    CASE WHEN NEW.reverses_id IS NULL THEN 'ledger.transfer' ELSE 'ledger.reversal' END,
    CASE NEW.subject WHEN '' THEN 'transfer:' || NEW.id ELSE NEW.subject END, NULL,
    '{"transfer":' || NEW.id || ',"kind":' || to_json(NEW.kind) || ',"accounts":' || to_json(NEW.accounts)
      || ',"amounts":' || to_json(NEW.amounts) || coalesce(',"reverses":' || NEW.reverses_id, '') || '}',
    NEW.reason, NEW.clause::text, '');
  -- The hot rows last, locked in the order of their ids: two transfers never wait for each other in a ring.
  SELECT count(*) <> cardinality(NEW.accounts) OR NOT bool_and(property_id = ANY (NEW.properties)) INTO astray
    FROM (SELECT property_id FROM ledger_account WHERE id = ANY (NEW.accounts) ORDER BY id FOR NO KEY UPDATE) AS locked;
  IF astray THEN
    RAISE EXCEPTION 'ledger: an account of transfer % does not exist at its properties', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_transfer_at_its_properties';
  END IF;
  UPDATE ledger_account SET balance = balance + amount
    FROM unnest(NEW.accounts, NEW.amounts) AS entry(account, amount) WHERE id = account;
  RETURN NULL;
END $$;

CREATE TRIGGER ledger_transfer_spread AFTER INSERT ON ledger_transfer
  FOR EACH ROW EXECUTE FUNCTION ledger_transfer_spread();
"""

# At commit, whoever wrote it and however.
HOLDS = """
CREATE FUNCTION ledger_transfer_holds() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  total bigint := 0;
  amount bigint;
  unbalanced boolean;
  mixed boolean := false;
BEGIN
  FOREACH amount IN ARRAY NEW.amounts LOOP
    total := total + amount;
  END LOOP;
  unbalanced := total <> 0;
  IF cardinality(NEW.properties) > 1 THEN
    SELECT bool_or(sum <> 0) OR count(*) <> cardinality(NEW.properties), bool_or(training) AND NOT bool_and(training)
      INTO unbalanced, mixed
      FROM (SELECT h.training, sum(cents)
              FROM unnest(NEW.accounts, NEW.amounts) AS entry(account, cents)
              JOIN ledger_account a ON a.id = account JOIN house_property h ON h.id = a.property_id
             GROUP BY h.id) AS per_property;
  END IF;
  IF unbalanced THEN
    RAISE EXCEPTION 'ledger: transfer % does not sum to zero at every property', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_transfer_balances';
  ELSIF mixed THEN
    RAISE EXCEPTION 'ledger: transfer % joins play money with money', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_transfer_training_apart';
  END IF;
  IF NEW.reverses_id IS NOT NULL AND NOT EXISTS (
    SELECT FROM ledger_transfer undone
     WHERE undone.id = NEW.reverses_id AND undone.accounts = NEW.accounts
       AND undone.amounts = ARRAY(SELECT -cents FROM unnest(NEW.amounts) WITH ORDINALITY AS a(cents, nth) ORDER BY nth)
  ) THEN
    RAISE EXCEPTION 'ledger: transfer % is not the reverse of %', NEW.id, NEW.reverses_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_transfer_reverses_exactly';
  END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER ledger_transfer_holds AFTER INSERT ON ledger_transfer
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_transfer_holds();
"""

REFUSE = """
CREATE FUNCTION ledger_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'ledger: % of % is refused, only a transfer moves money and only a new one undoes it',
    TG_OP, TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER ledger_transfer_refuse BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transfer
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();
CREATE TRIGGER ledger_entry_refuse BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entry
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();
CREATE TRIGGER ledger_account_refuse BEFORE DELETE OR TRUNCATE ON ledger_account
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();
CREATE TRIGGER ledger_account_keeps BEFORE UPDATE OF id, property_id, kind, code, may_go_below_zero ON ledger_account
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();
-- Entries and balances come from a transfer's trigger, which is at depth one, and from nowhere else.
CREATE TRIGGER ledger_entry_by_transfer BEFORE INSERT ON ledger_entry
  FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION ledger_refuse();
CREATE TRIGGER ledger_account_by_transfer BEFORE UPDATE ON ledger_account
  FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION ledger_refuse();
CREATE TRIGGER ledger_account_opens_empty BEFORE INSERT ON ledger_account
  FOR EACH ROW WHEN (NEW.balance <> 0) EXECUTE FUNCTION ledger_refuse();
"""

UNDO = """
DROP FUNCTION ledger_refuse, ledger_transfer_spread, ledger_transfer_holds CASCADE;
DROP FUNCTION ledger_post, ledger_body;
"""


class Migration(migrations.Migration):
    dependencies = [("ledger", "0001_initial"), ("trail", "0002_chain")]
    operations = [migrations.RunSQL(TABLES + BODY + POST + SPREAD + HOLDS + REFUSE, UNDO)]
