import { randomUUIDv7 } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import fastify from 'fastify';
import pg from 'pg';

/**
 * The upper bound for this machine: the same rows in three batched statements and a plain call, in one
 * process. No engine, no signature, no isolation, no masking; one connection per call, like the product.
 */
const MOST = 64;
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const [target = ''] = process.argv.slice(2);

const accept = `with asked as (
    select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::bytea[]) a (store_id, id, run_id, sealed)
  ), run as (
    insert into runs (store_id, platform, run_id, execution_id) select store_id, 'ledger', run_id, id from asked
  ), execution as (
    insert into executions (store_id, id, action_type, status, action_config_name, trigger, run_id, created_at)
    select store_id, id, 'HTTP_REQUEST', 'PENDING', 'bare', 'workflow', run_id, now() from asked
  ), input as (
    insert into step_inputs (store_id, execution_id, sealed) select store_id, id, sealed from asked
  )
  insert into deliveries (store_id, execution_id, position, state, lane, slots, sweep_at)
  select store_id, id, 0, 'planned', 'bare', 8, now() + interval '1 minute' from asked`;
const claim = `update deliveries d set state = 'data', claims = claims + 1, holder = 0,
    lease_until = now() + interval '20 s', sweep_at = now() + interval '20 s'
  from unnest($1::uuid[], $2::uuid[]) a (store_id, id)
  where d.store_id = a.store_id and d.execution_id = a.id and d.position = 0`;
const finish = `with asked as (
    select * from unnest($1::uuid[], $2::uuid[], $3::json[], $4::json[], $5::json[])
      a (store_id, id, request, response, timeline)
  ), ended as (
    update deliveries d set state = 'sent', ended_at = now(), lease_until = null, sweep_at = null
    from asked a where d.store_id = a.store_id and d.execution_id = a.id and d.position = 0
  ), done as (
    update executions e set status = 'SUCCESS', request = a.request, response = a.response, timeline = a.timeline,
      attempts = 1, started_at = now(), finished_at = now()
    from asked a where e.store_id = a.store_id and e.id = a.id returning e.store_id, e.created_at::date as day
  )
  insert into execution_counts (store_id, day, action_type, action_config_id, status, shard, count)
  select store_id, day, 'HTTP_REQUEST', '00000000-0000-0000-0000-000000000000', 'SUCCESS',
    floor(random() * 16)::smallint, count(*)
  from done group by store_id, day
  on conflict (store_id, day, action_type, action_config_id, status, shard)
    do update set count = execution_counts.count + excluded.count`;

interface QueuedWrite {
  values: readonly unknown[];
  done(): void;
  failed(error: unknown): void;
}

/** At most one round trip at a time: calls that arrive during it form the next batch. */
function batched(name: string, text: string) {
  const waiting: QueuedWrite[] = [];
  let busy = false;
  async function go() {
    busy = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MOST);
      const columns = batch[0]?.values.map((_, i) => batch.map(({ values }) => values[i])) ?? [];
      await pool.query({ name, text, values: columns }).then(
        () => batch.forEach(({ done }) => void done()),
        (error) => batch.forEach(({ failed }) => void failed(error)),
      );
    }
    busy = false;
  }
  return (...values: unknown[]) =>
    new Promise<void>((done, failed) => {
      waiting.push({ values, done, failed });
      if (!busy) queueMicrotask(() => !busy && go());
    });
}

const acceptStep = batched('accept', accept);
const claimStep = batched('claim', claim);
const finishStep = batched('finish', finish);

const call = (body: string) =>
  new Promise<string>((resolve, reject) => {
    const headers = { 'content-type': 'application/json', authorization: 'Bearer a-token' };
    httpRequest(`${target}/orders/1001`, { method: 'POST', agent: false, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      answer.on('end', () => resolve(text));
    })
      .on('error', reject)
      .end(body);
  });

const server = fastify();
server.post('/stores/:store', async (request) => {
  const { store } = request.params as { store: string };
  const { runId, variables } = request.body as { runId: string; variables: unknown };
  const id = randomUUIDv7();
  await acceptStep(store, id, runId, Buffer.from(JSON.stringify(request.body)));
  await claimStep(store, id);
  const body = JSON.stringify(variables);
  const answer = await call(body);
  const sent = { method: 'POST', url: `${target}/orders/1001`, headers: {}, body };
  const got = { status: 200, headers: {}, body: answer, bytes: 2, truncated: false };
  const timeline = [{ at: new Date(), event: 'sent' }];
  await finishStep(store, id, JSON.stringify(sent), JSON.stringify(got), JSON.stringify(timeline));
  return { executionId: id, status: 'SUCCESS' };
});
await server.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });
