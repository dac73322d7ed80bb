"""A property is for training from the day it is made, or never: play money and money do not meet."""

from django.db import migrations

FORWARD = """
CREATE FUNCTION house_training_is_fixed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'property %: whether it is for training cannot be changed', OLD.code
        USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER house_training_is_fixed BEFORE UPDATE OF training ON house_property
    FOR EACH ROW WHEN (OLD.training IS DISTINCT FROM NEW.training) EXECUTE FUNCTION house_training_is_fixed();
"""
BACKWARD = """
DROP TRIGGER house_training_is_fixed ON house_property;
DROP FUNCTION house_training_is_fixed();
"""


class Migration(migrations.Migration):
    dependencies = [("house", "0001_initial")]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
