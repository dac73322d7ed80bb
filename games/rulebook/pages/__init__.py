"""The staff's pages of the rulebook: forms and addresses over the domain's verbs."""
