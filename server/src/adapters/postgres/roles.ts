import pg from 'pg';

/** Permissions that are missing in the database, reported to operators. */
export class MissingRight extends Error {}

/** The roles of transactions for stores, of sign-in, and of work across all stores. */
const ROLES = ['outstep_app', 'outstep_people', 'outstep_operator'];

/** The login that migrates, and the owner of the tables, as whom functions across stores run. */
interface Operators {
  login: string;
  owner: string | null;
  /** Whether the login has the owner's rights on the tables. */
  owns: boolean;
  /** Those of the two that cannot see all stores because of row-level security. */
  blind: string[];
  mayCreate: boolean;
  version: number;
}

async function readOperators(client: pg.Client): Promise<Operators> {
  const { rows } = await client.query<Operators>(
    `with tables as (select relowner as owner from pg_class where oid = to_regclass('public.stores')),
       operators as (select oid from pg_roles where rolname = 'outstep_operator')
     select current_user::text as login, (select pg_get_userbyid(owner)::text from tables) as owner,
       coalesce((select pg_has_role(owner, 'usage') from tables), false) as owns,
       array(
         select r.rolname::text from pg_roles r
         where (r.rolname = current_user or r.oid = (select owner from tables)) and not (r.rolsuper or r.rolbypassrls)
           and not coalesce((select pg_has_role(r.oid, oid, 'usage') from operators), false)
       ) as blind,
       has_schema_privilege('public', 'create') as "mayCreate",
       current_setting('server_version_num')::int as version`,
  );
  return rows[0] as Operators;
}

/** Since PostgreSQL 16, the creator of a role is a member of it but may still not be able to switch to it. */
const SET_SINCE = 160_000;

/** The application's login must be able to switch to the roles that its transactions work as. */
async function neededByApp(client: pg.Client, appUrl: string, version: number): Promise<string[]> {
  const login = decodeURIComponent(new URL(appUrl).username);
  const { rows } = await client.query<{ able: string[] }>(
    `select array(
       select o.rolname::text from pg_roles o
       where o.rolname = any($2) and (r.rolsuper or pg_has_role(r.oid, o.oid, $3))
     ) as able from pg_roles r where r.rolname = $1`,
    [login, ROLES, version >= SET_SINCE ? 'set' : 'member'],
  );
  // The URL has no login, or one that a pooler translates, so the login in the database is unknown.
  if (!rows[0]) return [];
  const { able } = rows[0];
  return ['outstep_app', 'outstep_people']
    .filter((role) => !able.includes(role))
    .map((role) => `grant ${role} to ${pg.escapeIdentifier(login)}`);
}

/** Statements that would create what is missing. */
async function neededStatements(client: pg.Client, appUrl: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select name from unnest($1::text[]) name where name not in (select rolname from pg_roles)',
    [ROLES],
  );
  const { login, blind, mayCreate, version } = await readOperators(client);
  return [
    ...(mayCreate ? [] : [`grant usage, create on schema public to ${pg.escapeIdentifier(login)}`]),
    ...rows.map(({ name }) => `create role ${name} nologin`),
    ...blind.map((role) => `grant outstep_operator to ${pg.escapeIdentifier(role)}`),
    ...(await neededByApp(client, appUrl, version)),
  ];
}

/** Another `migrate`, for another database on this server, may have created it first. */
const DUPLICATE_OBJECT_CODES = ['42710', '23505'];
/** The login lacks the right, or the statement refers to a role that could not be created. */
const NOT_ALLOWED = ['42501', '42704'];

/**
 * Creates missing roles and memberships. If the login lacks the right, reports all the statements at once, so
 * that an administrator can run them and no login needs more rights permanently.
 */
export async function ensureRoles(client: pg.Client, appUrl: string): Promise<void> {
  const refused: string[] = [];
  for (const text of await neededStatements(client, appUrl)) {
    try {
      await client.query(text);
    } catch (error) {
      const code = error instanceof pg.DatabaseError ? String(error.code) : '';
      if (NOT_ALLOWED.includes(code)) refused.push(text);
      else if (!DUPLICATE_OBJECT_CODES.includes(code)) throw error;
    }
  }
  if (refused.length === 0) return;
  const { login } = await readOperators(client);
  throw new MissingRight(
    `the login ${login} may not do everything that this needs. Give it CREATEROLE for this one time, ` +
      `or let an administrator of the database run the following, then migrate again:\n${refused.map((text) => `  ${text};`).join('\n')}`,
  );
}

/**
 * Tables with rows of stores that lack part of their isolation, or the policy that lets the operator see all
 * rows.
 */
const UNGUARDED = `
  select c.oid::regclass::text as name from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    and (c.relname = 'stores' or exists (
      select from pg_attribute a where a.attrelid = c.oid and a.attname = 'store_id' and not a.attisdropped))
    and not (c.relrowsecurity and c.relforcerowsecurity
      and exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'own_store')
      and exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'every_store'))
  order by 1`;

async function unguardedTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(UNGUARDED);
  return rows.map(({ name }) => name);
}

/**
 * Adds the isolation of stores to every table with their rows; one table at a time, so that no two are locked
 * at once.
 */
export async function guardStoreTables(client: pg.Client): Promise<void> {
  for (const name of await unguardedTables(client))
    await client.query('select guard_store_table($1)', [name]);
}

/** Rejects a login that would find no work because it cannot see every store. */
export async function requireOperator(client: pg.Client): Promise<void> {
  const { login, owner, owns, blind } = await readOperators(client);
  if (owner === null) throw new MissingRight('there are no tables; run: outstep migrate');
  if (!owns)
    throw new MissingRight(
      `the login ${login} does not own the tables; DATABASE_ADMIN_URL has to be that of ${owner}`,
    );
  if (blind[0] !== undefined)
    throw new MissingRight(`${blind[0]} does not see every store; run: outstep migrate`);
  const [first, ...others] = await unguardedTables(client);
  if (first !== undefined)
    throw new MissingRight(
      `policies of ${first} and ${others.length} other tables are missing; run: outstep migrate`,
    );
}

/** Runs work as a role that sees every store. Throws before it starts if the login lacks that right. */
export async function withOperator<T>(
  url: string,
  name: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    // Idle while a job does other work: without this, a host that vanishes would not be detected.
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
    application_name: `outstep-${name}`,
  });
  // Without this listener, a connection lost between two statements would end the process. The next statement fails.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await requireOperator(client);
    return await work(client);
  } finally {
    await client.end();
  }
}
