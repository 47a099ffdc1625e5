import type pg from 'pg';

/** The setting that separates the rows of stores; every policy must contain exactly this. */
const SETTING = "(NULLIF(current_setting('outstep.store'::text, true), ''::text))::uuid";

/** Tables for signing in, which belong to no store. */
const PEOPLE_TABLES = [
  'people',
  'people_accounts',
  'people_devices',
  'people_events',
  'people_limits',
  'people_notices',
  'people_passkeys',
  'people_rate_limits',
  'people_second_factors',
  'people_sessions',
  'people_setup_code',
  'people_used_codes',
  'people_verifications',
];
/** Tables that belong to no store. */
const WITHOUT_STORE = [
  'account_limits',
  'default_limits',
  'deleted_stores',
  'running_processes',
  'schema_migrations',
  'sending_hold',
  ...PEOPLE_TABLES,
];
/** Those of them that the application may read: the limits of stores, and whether sending is on hold. */
const READ_BY_ALL = ['default_limits', 'sending_hold'];
/**
 * Unique across stores: a key or an invitation is looked up by its hash, a shop by its domain, before the
 * store is known.
 */
const UNIQUE_ACROSS_STORES = ['api_keys_by_hash', 'shopify_shops_by_domain', 'store_invitations_by_token'];
/** Our roles: for stores, for signing in, and the one whose policies let it see every store. */
const ROLES = ['outstep_app', 'outstep_people', 'outstep_operator'];
/**
 * Functions through which signing in reaches stores: one writes audit log entries and returns nothing, one
 * deletes a person and returns the stores that would have no owner.
 */
const OF_SIGNING_IN = [
  'delete_person(uuid,text,text,boolean,text,text)',
  'record_people_event(uuid,timestamp with time zone,text,text,text,text,boolean,text,text)',
  'record_people_event(uuid,timestamp with time zone,text,text,text,text,boolean,text,text,interval)',
];
/** Functions that may see across stores. */
const ACROSS_STORES = [
  'announce_process(uuid,text,text,integer,text[])',
  'begin_store_deletion(text,text)',
  'delete_store_rows(integer)',
  'executions_with_words(bigint[],uuid,uuid)',
  'finish_store_deletion()',
  'invitation_by_token(bytea)',
  'key_by_hash(bytea)',
  'keys_changed_within(double precision)',
  'languages_of_people(text[])',
  'members_of_store()',
  'read_backlog(integer)',
  'require_account_room()',
  ...OF_SIGNING_IN,
  'end_people_notice(text,uuid)',
  'notice_ending_keys(integer,integer)',
  'notify_owners(uuid,timestamp with time zone,text,text,text,boolean,text,text)',
  'take_people_notices(integer,double precision)',
  'store_of_key(uuid)',
  'session_by_token(text,integer,integer)',
  'stores_of_person(text)',
  'stores_of_shop(text)',
  'stores_to_delete()',
  'stores_with_alert_work(timestamp with time zone,integer)',
  'take_alert_messages(timestamp with time zone,integer,double precision)',
  'take_due_domains(timestamp with time zone,integer)',
  'take_due_erasures(integer,double precision)',
  'take_overdue_repositories(integer,double precision)',
  'take_overdue_deliveries(integer,double precision)',
  'touch_keys(uuid[],timestamp with time zone[])',
  'touch_keys(uuid[],timestamp with time zone[],text[])',
  'withdraw_process(uuid)',
];
/** `pg_temp` is last: if omitted, it is searched first, and a caller's temporary table would replace ours. */
const DEFINER_PATH = 'search_path=pg_catalog, public, pg_temp';

/**
 * The one policy besides the stores': for the operator, a role that only the owner of the tables may take.
 */
const IS_OPERATORS = `p.polroles = array['outstep_operator'::regrole::oid] and pg_get_expr(p.polqual, p.polrelid) = 'true'`;

const list = (names: readonly string[]) => `array[${names.map((name) => `'${name}'`).join(', ')}]`;

/** A partition is protected by its parent as long as no role may query it directly. */
const RELATIONS = `
  relations as (
    select c.oid, c.relname as name, c.relkind as kind, c.relrowsecurity, c.relforcerowsecurity, c.reloptions, c.relacl, c.relowner,
      (select a.attnum from pg_attribute a where a.attrelid = c.oid and not a.attisdropped
         and a.attname = case c.relname when 'stores' then 'id' else 'store_id' end) as store_column
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
      and not (c.relispartition and c.relacl is null)
  ),
  store_tables as (
    select *, case name when 'stores' then 'id' else 'store_id' end as store_column_name
    from relations where store_column is not null and kind in ('r', 'p') and name <> all (${list(WITHOUT_STORE)})
  )`;

/** Each yields a sentence for every fault. */
const CHECKS: readonly string[] = [
  `select 'table ' || name || ': row-level security is not enabled' from store_tables where not relrowsecurity`,
  `select 'table ' || name || ': row-level security is not forced' from store_tables where not relforcerowsecurity`,
  `select 'table ' || t.name || ': no policy' from store_tables t
   where not exists (select from pg_policy p where p.polrelid = t.oid and p.polpermissive and p.polroles = '{0}')`,
  `select 'table ' || t.name || ': its owner does not see every store' from store_tables t
   where not exists (select from pg_policy p where p.polrelid = t.oid and ${IS_OPERATORS})`,
  // Permissive policies are combined with OR, so one with any other condition opens the table.
  `select 'table ' || t.name || ': policy ' || p.polname || ' is not the store setting for all commands and roles'
   from store_tables t
   join pg_policy p on p.polrelid = t.oid and p.polpermissive
   cross join lateral (select format('(%I = %s)', t.store_column_name, $$${SETTING}$$) as own) s
   where not (${IS_OPERATORS}) and (p.polcmd <> '*' or p.polroles <> '{0}' or pg_get_expr(p.polqual, p.polrelid) is distinct from s.own
     or coalesce(pg_get_expr(p.polwithcheck, p.polrelid), s.own) <> s.own)`,
  `select 'table ' || name || ': belongs to no store and is no named exception' from relations
   where kind in ('r', 'p', 'f') and oid not in (select oid from store_tables) and name <> all (${list(WITHOUT_STORE)})`,
  `select 'view ' || name || ': not security_invoker' from relations
   where kind = 'v' and not coalesce(reloptions && array['security_invoker=true', 'security_invoker=on'], false)`,
  `select 'materialized view ' || name || ': row-level security cannot reach it' from relations where kind = 'm'`,
  `select 'relation ' || c.oid::regclass || ': outside the schema public' from pg_class c
   join pg_namespace n on n.oid = c.relnamespace
   where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname not in ('public', 'information_schema') and n.nspname !~ '^pg_'`,
  `select 'index ' || i.indexrelid::regclass || ': unique without the store' from pg_index i
   join store_tables t on t.oid = i.indrelid
   where (i.indisunique or i.indisexclusion)
     and t.store_column <> all ((i.indkey::int2[])[0:i.indnkeyatts - 1])
     and i.indexrelid::regclass::text <> all (${list(UNIQUE_ACROSS_STORES)})`,
  `select 'foreign key ' || k.conname || ' of ' || t.name || ': does not hold the store' from pg_constraint k
   join store_tables t on t.oid = k.conrelid
   left join store_tables target on target.oid = k.confrelid
   where k.contype = 'f'
     and target.store_column is distinct from k.confkey[array_position(k.conkey, t.store_column)]`,
  `select 'exception ' || name || ': names nothing any more'
   from unnest(${list([...WITHOUT_STORE, ...UNIQUE_ACROSS_STORES])}) as name where to_regclass(name) is null`,
  `select 'function ' || name || ': gone, take it off the list' from unnest(${list(ACROSS_STORES)}) as name
   where not coalesce((select prosecdef from pg_proc where oid = to_regprocedure(name)), false)`,
  `select 'function ' || oid::regprocedure || ': SECURITY DEFINER and not on the list' from pg_proc
   where prosecdef and pronamespace not in (select oid from pg_namespace where nspname ~ '^pg_|^information_schema$')
     and oid::regprocedure::text <> all (${list(ACROSS_STORES)})`,
  `select 'function ' || oid::regprocedure || ': its path is not ${DEFINER_PATH}' from pg_proc
   where prosecdef and pronamespace = 'public'::regnamespace and not coalesce('${DEFINER_PATH}' = any (proconfig), false)`,
  `select 'function ' || p.oid::regprocedure || ': ' || case r.grantee when 0 then 'public' else r.grantee::regrole::text end || ' may execute it'
   from pg_proc p cross join lateral aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) r
   where p.prosecdef and p.pronamespace = 'public'::regnamespace
     and r.grantee not in (p.proowner, case when p.oid::regprocedure::text = any (${list(OF_SIGNING_IN)})
       then 'outstep_people'::regrole else 'outstep_app'::regrole end)`,
  `select 'role ' || rolname || ': has ' || flag from pg_roles cross join lateral unnest(array[
     case when rolsuper then 'superuser' end, case when rolbypassrls then 'bypassrls' end,
     case when rolcreaterole then 'createrole' end, case when rolcreatedb then 'createdb' end,
     case when rolreplication then 'replication' end, case when rolcanlogin then 'login' end]) as flag
   where rolname = any (${list(ROLES)}) and flag is not null`,
  `select 'role ' || member::regrole || ': member of ' || roleid::regrole from pg_auth_members
   where member::regrole::text = any (${list(ROLES)})`,
  `select 'role ' || refobjid::regrole || ': owns ' || pg_describe_object(classid, objid, objsubid) from pg_shdepend
   where refobjid = any (${list(ROLES)}::regrole[]) and deptype = 'o'
     and dbid in (0, (select oid from pg_database where datname = current_database()))`,
  `select 'role outstep_app: may ' || lower(r.privilege_type) || ' ' || name from relations, aclexplode(relacl) r
   where r.grantee = 'outstep_app'::regrole
     and not (name = any (${list(READ_BY_ALL)}) and r.privilege_type = 'SELECT')
     and (name = any (${list(WITHOUT_STORE)}) or r.privilege_type not in ('SELECT', 'INSERT', 'UPDATE', 'DELETE'))`,
  `select 'role outstep_people: may ' || lower(r.privilege_type) || ' ' || name from relations, aclexplode(relacl) r
   where r.grantee = 'outstep_people'::regrole
     and (name <> all (${list(PEOPLE_TABLES)}) or r.privilege_type not in ('SELECT', 'INSERT', 'UPDATE', 'DELETE'))`,
  `select 'role outstep_operator: may ' || lower(r.privilege_type) || ' ' || name from relations, aclexplode(relacl) r
   where r.grantee = 'outstep_operator'::regrole`,
  `select 'function ' || p.oid::regprocedure || ': public may execute it' from pg_proc p
   cross join lateral aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) r
   where p.pronamespace = 'public'::regnamespace and not p.prosecdef and r.grantee = 0`,
  `select 'table ' || name || ': public may ' || lower(r.privilege_type) from relations, aclexplode(relacl) r where r.grantee = 0`,
  `select 'schema public: outstep_app may create in it' where has_schema_privilege('outstep_app', 'public', 'create')`,
];

/** Everything in a database that could let one store reach another's rows. */
export async function catalogFaults(client: pg.Client): Promise<string[]> {
  const faults: string[] = [];
  for (const check of CHECKS) {
    const { rows } = await client.query<[string]>({
      text: `with ${RELATIONS} ${check}`,
      rowMode: 'array',
    });
    faults.push(...rows.map(([fault]) => fault));
  }
  return faults;
}
