"""Bytes and their hash belong together, and neither is ever changed."""

from django.db import migrations

GUARDS = """
ALTER TABLE files_content ADD CONSTRAINT file_is_its_sha256 CHECK (encode(sha256(stored), 'hex') = file_id);
-- Pictures and Word documents are compressed already.
ALTER TABLE files_content ALTER COLUMN stored SET STORAGE EXTERNAL;

CREATE FUNCTION files_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'files: % of % is refused, what was kept stays', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'insufficient_privilege';
END $$;
""" + "".join(
    f"""
CREATE TRIGGER {table}_refuse BEFORE UPDATE OR DELETE OR TRUNCATE ON {table}
  FOR EACH STATEMENT EXECUTE FUNCTION files_refuse();
"""
    for table in ("files_file", "files_content", "files_kept")
)

UNDO = """
DROP FUNCTION files_refuse CASCADE;
ALTER TABLE files_content DROP CONSTRAINT file_is_its_sha256;
"""


class Migration(migrations.Migration):
    dependencies = [("files", "0001_initial")]
    operations = [migrations.RunSQL(GUARDS, UNDO)]
