-- The language of emails to a person: that of the app when they last signed in, and none before they have.
alter table people add column language text;

create function languages_of_people(wanted text[]) returns table (person_id text, language text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
  as $$ select p.id, p.language from people p where p.id = any(wanted) and p.language is not null $$;
