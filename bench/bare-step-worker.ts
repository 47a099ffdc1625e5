import { createServer } from 'node:http2';
import * as restate from '@restatedev/restate-sdk';
import pg from 'pg';

/** Baseline for running a step: the same object in the engine and the same writes, but no call. */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const claim = `update deliveries set state = 'data', claims = claims + 1, holder = 0,
    lease_until = now() + interval '20 s', sweep_at = now() + interval '20 s'
  where store_id = $1 and execution_id = $2 and position = 0`;
const finish = `with ended as (
    update deliveries set state = 'sent', ended_at = now(), lease_until = null, sweep_at = null
    where store_id = $1 and execution_id = $2 and position = 0
  ), done as (
    update executions set status = 'SUCCESS', request = $3, response = $4, timeline = $5, attempts = 1,
      started_at = now(), finished_at = now()
    where store_id = $1 and id = $2 returning created_at
  )
  insert into execution_counts (store_id, day, action_type, action_config_id, status, shard, count)
  select $1, created_at::date, 'HTTP_REQUEST', '00000000-0000-0000-0000-000000000000', 'SUCCESS',
    floor(random() * 16)::smallint, 1
  from done
  on conflict (store_id, day, action_type, action_config_id, status, shard)
    do update set count = execution_counts.count + 1`;
const request = JSON.stringify({
  method: 'POST',
  url: 'http://127.0.0.1/orders',
  headers: {},
  body: 'x'.repeat(200),
});
const response = JSON.stringify({ status: 200, headers: {}, body: 'ok', bytes: 2, truncated: false });
const timeline = JSON.stringify([{ at: new Date(), event: 'sent' }]);

const bare = restate.object({
  name: 'Bare',
  handlers: {
    run: async (
      _ctx: restate.ObjectContext,
      { store, executionId }: { store: string; executionId: string },
    ) => {
      await pool.query({ name: 'claim', text: claim, values: [store, executionId] });
      await pool.query({
        name: 'finish',
        text: finish,
        values: [store, executionId, request, response, timeline],
      });
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
