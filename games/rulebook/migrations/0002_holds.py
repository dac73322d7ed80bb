"""One number that every change raises; approved text stays as it is; layers run in no circle; elections stay at home."""

from django.db import migrations

TABLES = (
    "document", "version", "clause", "parameter", "condition", "importflag", "election", "application", "change",
    "submission", "assessment",
)  # fmt: skip
FIXED = ("clause", "parameter", "condition")

# The number comes from a sequence, so that one whose transaction was rolled back is never used again: what a process
# remembered under it can never be taken for something else.
REVISION = """
CREATE SEQUENCE rulebook_revision_number;
INSERT INTO rulebook_revision (id, number) VALUES (1, nextval('rulebook_revision_number'));
CREATE FUNCTION rulebook_revised() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE rulebook_revision SET number = nextval('rulebook_revision_number') WHERE id = 1;
    IF NOT FOUND THEN
        INSERT INTO rulebook_revision (id, number) VALUES (1, nextval('rulebook_revision_number'));
    END IF;
    RETURN NULL;
END $$;
"""
# Whose documents hold at a property, and the days of its elections, are written there.
HOUSE = """
CREATE TRIGGER rulebook_house_revised AFTER UPDATE OF jurisdiction, time_zone ON house_property
    FOR EACH STATEMENT EXECUTE FUNCTION rulebook_revised();
"""
RAISED_BY = """
CREATE TRIGGER rulebook_{0}_revised AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON rulebook_{0}
    FOR EACH STATEMENT EXECUTE FUNCTION rulebook_revised();
"""

TEXT_IS_FIXED = """
CREATE FUNCTION rulebook_text_is_fixed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    named text;
BEGIN
    SELECT v.label INTO named FROM touched JOIN rulebook_version v ON v.id = touched.version_id
     WHERE v.approved_at IS NOT NULL LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'version % is approved: its text stays as it is', named USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$;
"""
FIXED_IN = """
CREATE TRIGGER rulebook_{0}_fixed_insert AFTER INSERT ON rulebook_{0} REFERENCING NEW TABLE AS touched
    FOR EACH STATEMENT EXECUTE FUNCTION rulebook_text_is_fixed();
CREATE TRIGGER rulebook_{0}_fixed_update AFTER UPDATE ON rulebook_{0} REFERENCING OLD TABLE AS touched
    FOR EACH STATEMENT EXECUTE FUNCTION rulebook_text_is_fixed();
CREATE TRIGGER rulebook_{0}_fixed_moved AFTER UPDATE ON rulebook_{0} REFERENCING NEW TABLE AS touched
    FOR EACH STATEMENT EXECUTE FUNCTION rulebook_text_is_fixed();
CREATE TRIGGER rulebook_{0}_fixed_delete AFTER DELETE ON rulebook_{0} REFERENCING OLD TABLE AS touched
    FOR EACH STATEMENT EXECUTE FUNCTION rulebook_text_is_fixed();
"""

APPROVAL_IS_FIXED = """
CREATE FUNCTION rulebook_approval_is_fixed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'version % is approved: its approval stays as it is', OLD.label
        USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER rulebook_approval_is_fixed BEFORE UPDATE ON rulebook_version FOR EACH ROW
    WHEN (OLD.approved_at IS NOT NULL AND ROW(
        OLD.document_id, OLD.label, OLD.base_id, OLD.author_id, OLD.applicant_id, OLD.made_at, OLD.applied_at,
        OLD.content_hash, OLD.instrument, OLD.approved_by_id, OLD.approved_at, OLD.needs_gazette,
        -- A version that still waits for its notice holds nothing: the notice may name another instant.
        CASE WHEN OLD.gazetted_at IS NOT NULL OR NOT OLD.needs_gazette THEN OLD.effective_at END
    ) IS DISTINCT FROM ROW(
        NEW.document_id, NEW.label, NEW.base_id, NEW.author_id, NEW.applicant_id, NEW.made_at, NEW.applied_at,
        NEW.content_hash, NEW.instrument, NEW.approved_by_id, NEW.approved_at, NEW.needs_gazette,
        CASE WHEN OLD.gazetted_at IS NOT NULL OR NOT OLD.needs_gazette THEN NEW.effective_at END
    )) EXECUTE FUNCTION rulebook_approval_is_fixed();
CREATE TRIGGER rulebook_approval_stays BEFORE DELETE ON rulebook_version FOR EACH ROW
    WHEN (OLD.approved_at IS NOT NULL) EXECUTE FUNCTION rulebook_approval_is_fixed();
"""

# Two people who close a circle from both ends at once wait for each other's row and are then seen by this check.
NO_CIRCLE = """
CREATE FUNCTION rulebook_no_circle() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    below bigint := NEW.over_id;
    of_below record;
BEGIN
    WHILE below IS NOT NULL LOOP
        IF below = NEW.id THEN
            RAISE EXCEPTION 'document % would lie over itself', NEW.code USING ERRCODE = 'restrict_violation';
        END IF;
        SELECT over_id, jurisdiction INTO of_below FROM rulebook_document WHERE id = below FOR NO KEY UPDATE;
        IF of_below.jurisdiction <> NEW.jurisdiction THEN
            RAISE EXCEPTION 'document % would lie over one of another jurisdiction', NEW.code
                USING ERRCODE = 'restrict_violation';
        END IF;
        below := of_below.over_id;
    END LOOP;
    RETURN NULL;
END $$;
CREATE TRIGGER rulebook_no_circle AFTER INSERT OR UPDATE OF over_id, jurisdiction ON rulebook_document
    FOR EACH ROW EXECUTE FUNCTION rulebook_no_circle();
"""

# What was asked for and what was cited stay as they are; only what becomes of an election is written later.
HISTORY = """
CREATE FUNCTION rulebook_history_is_fixed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% stays as it is', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER rulebook_election_is_fixed BEFORE UPDATE ON rulebook_election FOR EACH ROW
    WHEN (ROW(OLD.name, OLD.value, OLD.clause, OLD.asked_by_id, OLD.asked_at, OLD.needs_approval)
          IS DISTINCT FROM ROW(NEW.name, NEW.value, NEW.clause, NEW.asked_by_id, NEW.asked_at, NEW.needs_approval))
    EXECUTE FUNCTION rulebook_history_is_fixed();
CREATE TRIGGER rulebook_election_stays BEFORE DELETE ON rulebook_election FOR EACH ROW
    EXECUTE FUNCTION rulebook_history_is_fixed();
CREATE TRIGGER rulebook_ruleset_is_fixed BEFORE UPDATE OR DELETE ON rulebook_ruleset FOR EACH ROW
    EXECUTE FUNCTION rulebook_history_is_fixed();
"""

AT_HOME = """
CREATE FUNCTION rulebook_election_at_home() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM house_place p WHERE p.id = NEW.place_id AND p.property_id <> NEW.property_id) THEN
        RAISE EXCEPTION 'the place of an election belongs to its property' USING ERRCODE = 'restrict_violation';
    END IF;
    IF EXISTS (SELECT FROM rulebook_document d JOIN house_property h ON h.id = NEW.property_id
                WHERE d.id = NEW.document_id AND d.jurisdiction <> h.jurisdiction) THEN
        RAISE EXCEPTION 'a property takes the documents of its jurisdiction' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER rulebook_election_at_home AFTER INSERT OR UPDATE OF property_id, place_id, document_id
    ON rulebook_election FOR EACH ROW EXECUTE FUNCTION rulebook_election_at_home();
"""

FORWARD = [
    REVISION, HOUSE, *(RAISED_BY.format(table) for table in TABLES),
    TEXT_IS_FIXED, *(FIXED_IN.format(table) for table in FIXED),
    APPROVAL_IS_FIXED, NO_CIRCLE, HISTORY, AT_HOME,
]  # fmt: skip
FUNCTIONS = (
    "rulebook_revised", "rulebook_text_is_fixed", "rulebook_approval_is_fixed", "rulebook_no_circle",
    "rulebook_history_is_fixed", "rulebook_election_at_home",
)  # fmt: skip
BACKWARD = [f"DROP FUNCTION {name}() CASCADE;" for name in FUNCTIONS] + [
    "DELETE FROM rulebook_revision;",
    "DROP SEQUENCE rulebook_revision_number;",
]


class Migration(migrations.Migration):
    dependencies = [("rulebook", "0001_initial")]
    operations = [migrations.RunSQL("\n".join(FORWARD), "\n".join(BACKWARD))]
