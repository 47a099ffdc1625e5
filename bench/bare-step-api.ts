import fastify from 'fastify';
import pg from 'pg';

/**
 * Baseline for accepting a step: the same rows in one statement, the same invocation of the engine. No
 * signature, no encryption, no isolation.
 */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const ingress = process.env['RESTATE_INGRESS_URL'];
const [service = 'Bare', actionType = 'HTTP_REQUEST'] = process.argv.slice(2);
const text = `with run as (
    insert into runs (store_id, platform, run_id, execution_id) values ($1, 'bare', $3, $2) returning execution_id
  ), execution as (
    insert into executions (store_id, id, action_type, status, action_config_name, trigger, run_id, created_at)
    select $1, $2, $5, 'PENDING', 'bare', 'workflow', $3, now() from run
  ), input as (
    insert into step_inputs (store_id, execution_id, sealed) select $1, $2, $4 from run
  )
  insert into deliveries (store_id, execution_id, position, state, lane, slots, sweep_at)
  select $1, $2, 0, 'planned', 'bare', 8, now() + interval '1 minute' from run`;

const server = fastify();
server.post('/stores/:store', async (request) => {
  const { store } = request.params as { store: string };
  const { runId, executionId, slot } = request.body as { runId: string; executionId: string; slot: number };
  const sealed = Buffer.from(JSON.stringify(request.body));
  await pool.query({ name: 'take', text, values: [store, executionId, runId, sealed, actionType] });
  const answer = await fetch(`${ingress}/${service}/${store}:${slot}/run`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': executionId },
    body: JSON.stringify({ store, executionId }),
  });
  return answer.json();
});
await server.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });
