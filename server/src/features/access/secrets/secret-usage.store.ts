import { bind, type Queries, statement } from '../../../kernel/ports.ts';
import { literalOrigin } from './secret-permissions.rules.ts';
import { MAX_HOSTS, type SecretUser } from './secrets.schema.ts';

/** Every text that may hold Liquid, with the record it belongs to. */
const TEXTS = `
  select 'request' as type, id::text as id, name, concat_ws(' ', url, headers::text, body::text) as text, url
    from http_requests
  union all
  select 'layout', l.id::text, l.name, concat_ws(' ', c.subject, c.preview_text, c.body_design::text, c.body,
      c.attachments::text, c.marketing_texts::text), null
    from layout_languages c join layouts l on l.id = c.layout_id
  union all
  select 'preset', id::text, name, concat_ws(' ', blocks::text,
      (select string_agg(l.value ->> 'blocks', ' ') from json_each(languages) l)), null
    from presets
  union all
  select 'settings', name, name, value, null from settings`;

// The only syntax for a secret; line ends within JSON are escaped.
const BLANKS = String.raw`(?:\s|\\[nrt])*`;
const NAMED = String.raw`\{\{-?${BLANKS}secrets\.([A-Za-z_][A-Za-z0-9_]*)${BLANKS}-?\}\}`;

type UserRow = SecretUser & { secret: string; url: string | null };

const users = statement<UserRow>(
  'secret_users',
  `select distinct s.name as secret, t.type, t.id, t.name, t.url
   from (${TEXTS}) t
     cross join lateral regexp_matches(t.text, '${NAMED}', 'g') as found (names)
     join secrets s on s.name = found.names[1]
   where ($1::text is null or s.name = $1) and t.text like '%secrets.%'
   order by s.name, t.type, t.name, t.id`,
);

const bySecret = <Value>(rows: readonly UserRow[], pick: (row: UserRow) => Value | null) => {
  const found = new Map<string, Value[]>();
  for (const row of rows) {
    const value = pick(row);
    if (value !== null) found.set(row.secret, [...(found.get(row.secret) ?? []), value]);
  }
  return found;
};

const userOf = ({ type, id, name }: UserRow): SecretUser => ({ type, id, name });

/** The host of a request, unless Liquid decides it. */
function hostOf({ url }: UserRow): string | null {
  const origin = url === null ? null : literalOrigin(url);
  return (origin !== null && URL.parse(origin)?.host) || null;
}

/** The records that use a secret. */
export const findSecretUsers = async (db: Queries, name: string): Promise<SecretUser[]> =>
  (await db.rows(bind(users, name))).map(userOf);

/** The records that use each secret, and the hosts that requests send it to, by name of the secret. */
export async function findSecretUsage(db: Queries) {
  const rows = await db.rows(bind(users, null));
  const hosts = [...bySecret(rows, hostOf)].map(
    ([name, found]) => [name, [...new Set(found)].slice(0, MAX_HOSTS)] as const,
  );
  return { usedBy: Object.fromEntries(bySecret(rows, userOf)), hosts: Object.fromEntries(hosts) };
}
