import fastify from 'fastify';
import pg from 'pg';

/**
 * Baseline for the API: the same framework, driver, pool size and row, one prepared statement. No key, no
 * rate limit, no store isolation, no log line, no metrics.
 */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const text = `select id, name, description, method, url, headers, body, timeout_ms as "timeoutMs",
  test_variables as "testVariables", created_at as "createdAt", updated_at as "updatedAt"
  from http_requests where id = $1 and store_id = $2`;

const server = fastify();
server.get('/stores/:store/http-requests/:id', async (request) => {
  const { id, store } = request.params as { id: string; store: string };
  const { rows } = await pool.query({ name: 'get', text, values: [id, store] });
  return rows[0];
});
await server.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });
