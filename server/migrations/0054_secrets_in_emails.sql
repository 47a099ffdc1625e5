-- In a transaction of its own: reading every layout takes long, and `alter table secrets` holds up whoever reads a secret.
-- Only those secrets stay open to emails that emails use today.
with texts (store_id, text) as (
  select c.store_id, concat_ws(' ', c.subject, c.preview_text, c.body_design::text, c.body, c.attachments::text,
      c.marketing_texts::text)
    from layout_languages c
  union all
  select p.store_id, concat_ws(' ', p.blocks::text, p.languages::text)
    from presets p
    where exists (select from preset_references r where r.store_id = p.store_id and r.preset_id = p.id)
  union all
  -- The footer of marketing emails.
  select store_id, value from settings
)
update secrets s set allow_in_email = false
where not exists (
  select from texts t
  where t.store_id = s.store_id
    and t.text ~ ('\{\{-?(?:\s|\\+[nrt])*secrets\.' || s.name || '(?:\s|\\+[nrt])*-?\}\}')
);
