from django.contrib.admin.apps import AdminConfig


class PitbossAdminConfig(AdminConfig):
    default_site = "casino.site.PitbossSite"
