import { bind, type Queries, statement } from '../../../kernel/ports.ts';
import type { SecretUser } from './secrets.schema.ts';

/** Every text that may hold Liquid, with the record it belongs to. */
const TEXTS = `
  select 'request' as type, id::text as id, name, concat_ws(' ', url, headers::text, body::text) as text
    from http_requests
  union all
  select 'layout', l.id::text, l.name, concat_ws(' ', c.subject, c.preview_text, c.body_design::text, c.body,
      c.attachments::text, c.marketing_texts::text)
    from layout_languages c join layouts l on l.id = c.layout_id
  union all
  select 'preset', id::text, name, concat_ws(' ', blocks::text,
      (select string_agg(l.value ->> 'blocks', ' ') from json_each(languages) l))
    from presets
  union all
  select 'settings', name, name, value from settings`;

// The only syntax for a secret; line ends within JSON are escaped.
const BLANKS = String.raw`(?:\s|\\[nrt])*`;
const NAMED = String.raw`\{\{-?${BLANKS}secrets\.([A-Za-z_][A-Za-z0-9_]*)${BLANKS}-?\}\}`;

const users = statement<SecretUser & { secret: string }>(
  'secret_users',
  `select distinct s.name as secret, t.type, t.id, t.name
   from (${TEXTS}) t
     cross join lateral regexp_matches(t.text, '${NAMED}', 'g') as found (names)
     join secrets s on s.name = found.names[1]
   where ($1::text is null or s.name = $1) and t.text like '%secrets.%'
   order by s.name, t.type, t.name, t.id`,
);

/** What uses each secret, or one of them, by name. */
export async function findSecretUsers(db: Queries, name: string | null): Promise<Map<string, SecretUser[]>> {
  const found = new Map<string, SecretUser[]>();
  for (const { secret, ...user } of await db.rows(bind(users, name)))
    found.set(secret, [...(found.get(secret) ?? []), user]);
  return found;
}
