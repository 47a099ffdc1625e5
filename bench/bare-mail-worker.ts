import { createServer } from 'node:http2';
import * as restate from '@restatedev/restate-sdk';
import pg from 'pg';
import { CONNECTIONS, RECIPIENTS } from './mail-shape.ts';

/** Baseline for sending emails: the same invocations of the engine and the same writes, but no email. */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const ingress = process.env['RESTATE_INGRESS_URL'];

const claim = `update deliveries set state = 'claimed', claims = claims + 1, holder = 0,
    lease_until = now() + interval '1 minute', sweep_at = now() + interval '1 minute'
  where store_id = $1 and execution_id = $2 and position = $3`;
const planned = `update deliveries set state = 'sent', ended_at = now(), lease_until = null, sweep_at = null
  where store_id = $1 and execution_id = $2 and position = 0`;
const keepPlan = 'update step_inputs set sealed = $3 where store_id = $1 and execution_id = $2';
const noteStart = `update executions set started_at = now(), locale = 'en', recipients = $3, request = $4, timeline = $5
  where store_id = $1 and id = $2`;
const insertMessages = `insert into deliveries (store_id, execution_id, position, state, lane, slots, sweep_at)
  select $1, $2, n, 'planned', 'bare', ${CONNECTIONS}, now() + interval '1 minute'
  from generate_series(1, ${RECIPIENTS}) n`;
const takeQuota = `with taken as (
    insert into quota_usage as usage (store_id, month, used)
    values ($1, date_trunc('month', now())::date, 1)
    on conflict (store_id, month) do update set used = usage.used + 1 returning month
  )
  update deliveries set quota_month = taken.month from taken
  where store_id = $1 and execution_id = $2 and position = $3`;
const enterData = `update deliveries set state = 'data', lease_until = now() + interval '1 minute'
  where store_id = $1 and execution_id = $2 and position = $3`;
const lock = 'select from deliveries where store_id = $1 and execution_id = $2 and position = 0 for update';
const end = `update deliveries set state = 'sent', ended_at = now(), lease_until = null, sweep_at = null
  where store_id = $1 and execution_id = $2 and position = $3`;
const left = `select count(*)::int as left from deliveries
  where store_id = $1 and execution_id = $2 and ended_at is null`;
const finish = `with done as (
    update executions set status = 'SUCCESS', timeline = $3, attempts = 1, finished_at = now()
    where store_id = $1 and id = $2 returning created_at
  )
  insert into execution_counts (store_id, day, action_type, action_config_id, status, shard, count)
  select $1, created_at::date, 'EMAIL', '00000000-0000-0000-0000-000000000000', 'SUCCESS',
    floor(random() * 16)::smallint, 1
  from done
  on conflict (store_id, day, action_type, action_config_id, status, shard)
    do update set count = execution_counts.count + 1`;

const plan = Buffer.alloc(12_000, 'x');
const recipients = JSON.stringify(Array.from({ length: RECIPIENTS }, () => 'ma******@example.com'));
const shown = JSON.stringify({ subject: 'News', text: 'x'.repeat(500), html: 'x'.repeat(8_000), files: [] });
const timeline = JSON.stringify(
  Array.from({ length: RECIPIENTS }, () => ({
    at: new Date(),
    event: 'sent',
    detail: 'ma******@example.com',
  })),
);

interface Ids {
  store: string;
  executionId: string;
}

const names = new Map<string, string>();

/** Prepared statements need a name for each query text. */
function one(db: pg.Pool | pg.PoolClient, text: string, ...values: unknown[]) {
  const name = names.get(text) ?? `bare_${names.size}`;
  names.set(text, name);
  return db.query({ name, text, values });
}

async function together(work: (tx: pg.PoolClient) => Promise<unknown>) {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await work(client);
    await client.query('commit');
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}

async function planMessages({ store, executionId }: Ids) {
  await one(pool, claim, store, executionId, 0);
  await together(async (tx) => {
    await one(tx, planned, store, executionId);
    await one(tx, keepPlan, store, executionId, plan);
    await one(tx, noteStart, store, executionId, recipients, shown, '[]');
    await one(tx, insertMessages, store, executionId);
  });
  await Promise.all(
    Array.from({ length: RECIPIENTS }, (_, i) =>
      fetch(`${ingress}/BareMail/sender-${store}:${i % CONNECTIONS}/send/send`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': `${executionId}:${i}` },
        body: JSON.stringify({ store, executionId, position: i + 1 }),
      }).then((answer) => answer.text()),
    ),
  );
}

async function sendMessage({ store, executionId, position }: Ids & { position: number }) {
  await one(pool, claim, store, executionId, position);
  await together((tx) => one(tx, takeQuota, store, executionId, position));
  await one(pool, enterData, store, executionId, position);
  await together(async (tx) => {
    await one(tx, lock, store, executionId);
    await one(tx, end, store, executionId, position);
    const { rows } = await one(tx, left, store, executionId);
    if (rows[0].left === 0) await one(tx, finish, store, executionId, timeline);
  });
}

const bare = restate.object({
  name: 'BareMail',
  handlers: {
    run: async (_ctx: restate.ObjectContext, ids: Ids) => {
      await planMessages(ids);
      return 'planned';
    },
    send: async (_ctx: restate.ObjectContext, ids: Ids & { position: number }) => {
      await sendMessage(ids);
      return 'ended';
    },
  },
  options: { idempotencyRetention: 600_000, journalRetention: 0 },
});
const handler = restate.createEndpointHandler({ services: [bare], logger: () => undefined });
const port = Number(process.env['PORT']);
createServer(handler).listen(port, '127.0.0.1', async () => {
  await fetch(`${process.env['RESTATE_ADMIN_URL']}/deployments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ uri: `http://127.0.0.1:${port}` }),
  });
});
