import type { Installation, ListedStore, StoreState } from '../../kernel/installation.ts';
import { withOperator } from './roles.ts';

const PAGE = 500;

const STORES = `
  select * from (
    select s.id, s.name, s.created_at as "createdAt", s.deleted_at as "deletedAt", s.suspended_why as why,
      case when s.deleted_at is not null then 'deleting' when s.suspended_at is not null then 'suspended' else 'active' end
        as state,
      coalesce((select p.email from people p where p.id = s.account_id), '') as account,
      (select count(*) from store_members m where m.store_id = s.id)::int as members,
      (select count(*) from api_keys k where k.store_id = s.id and k.revoked_at is null
         and (k.expires_at is null or k.expires_at > now()))::int as keys
    from stores s
    union all
    select d.id, '', null, d.deleted_at, '', 'deleted', '', 0, 0 from deleted_stores d where d.finished_at is not null
  ) listed
  where ($1::uuid is null or id < $1) and ($2::text is null or state = $2)
  order by id desc limit ${PAGE}`;

/** Runs as the owner of the tables, who can see every store despite row-level security. */
export const createInstallation = (adminUrl: string): Installation => ({
  async *stores(state?: StoreState) {
    const read = (before: string | null) =>
      withOperator(
        adminUrl,
        'list',
        async (client) => (await client.query<ListedStore>(STORES, [before, state ?? null])).rows,
      );
    for (let before: string | null = null; ; ) {
      const rows: ListedStore[] = await read(before);
      yield* rows;
      before = rows.at(-1)?.id ?? null;
      if (rows.length < PAGE) return;
    }
  },

  setDefaultLimits: (limits) =>
    withOperator(adminUrl, 'limits', async (client) => {
      for (const [name, value] of Object.entries(limits))
        await client.query('update default_limits set value = $2 where name = $1', [name, value]);
      const { rows } = await client.query<{ name: string; value: number }>(
        'select name, value::float8 as value from default_limits order by name',
      );
      return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
    }),

  setAccountLimit: (email, stores) =>
    withOperator(adminUrl, 'limits', async (client) => {
      const { rowCount } = await client.query(
        `insert into account_limits (account_id, stores) select id, $2 from people where email = $1
         on conflict (account_id) do update set stores = excluded.stores`,
        [email, stores],
      );
      return (rowCount ?? 0) > 0;
    }),
});
