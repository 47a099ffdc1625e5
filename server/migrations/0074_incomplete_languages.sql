-- Whether languages with untranslated texts are left out when an email is sent. Layouts come first, as in saves: the
-- other way round, a save and this migration could wait for each other.
alter table layouts add column complete_languages_only boolean not null default false;
-- Whether a translation has texts that nobody has translated yet; every save of the layout writes it anew.
alter table layout_languages add column incomplete boolean not null default false;
