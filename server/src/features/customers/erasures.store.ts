import { bind, type Queries, statement } from '../../kernel/ports.ts';

/** Delay before an erasure that waits for steps is retried. */
const RETRY_SECONDS = 900;

export interface ErasureRow {
  id: string;
  address: Buffer | null;
  createdAt: Date;
}

export interface DueErasure {
  storeId: string;
  id: string;
}

const insert = statement<ErasureRow>(
  'erasure_insert',
  `insert into erasures (store_id, id, address, due_at)
   values ($1, $2, $3, now() + case when $4::boolean then interval '0' else make_interval(secs => ${RETRY_SECONDS}) end)
   returning id, address, created_at as "createdAt"`,
);
const select = statement<ErasureRow>(
  'erasure_get',
  'select id, address, created_at as "createdAt" from erasures where id = $1',
);
const remove = statement('erasure_delete', 'delete from erasures where id = $1');
const take = statement<DueErasure>('erasures_take_due', 'select * from take_due_erasures($1, $2)');

/** `forWorkers`: due now, because the caller does not do it. */
export async function insertErasure(
  db: Queries,
  storeId: string,
  { id, address, forWorkers }: { id: string; address: Buffer | null; forWorkers: boolean },
): Promise<ErasureRow> {
  const [row] = await db.rows(bind(insert, storeId, id, address, forWorkers));
  return row as ErasureRow;
}

export const findErasure = async (db: Queries, id: string) => (await db.rows(bind(select, id)))[0] ?? null;
export const deleteErasure = (db: Queries, id: string) => db.rows(bind(remove, id));

/** Due erasures of all stores. */
export const claimDueErasures = (outside: Queries, most: number) =>
  outside.rows(bind(take, most, RETRY_SECONDS));
