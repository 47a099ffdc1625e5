import { ENGINE_OBJECT, REPOSITORY_OBJECT } from '../../kernel/engine.ts';

const ANSWER_MS = 10_000;
const PAGE = 500;
const AT_ONCE = 20;
/** A canceled invocation takes a moment to end before it can be purged. */
const MOST_ROUNDS = 100;
const PAUSE_MS = 50;

interface Invocation {
  id: string;
  status: string;
}

const text = (value: string) => `'${value.replaceAll("'", "''")}'`;

function whereOf(lanes: readonly string[], repositories: readonly string[]): string {
  const ofLanes = lanes.map((lane) => `starts_with(target_service_key, ${text(`${lane}:`)})`);
  const parts = ofLanes.map((part) => `(target_service_name = ${text(ENGINE_OBJECT)} and ${part})`);
  if (repositories.length > 0)
    parts.push(
      `(target_service_name = ${text(REPOSITORY_OBJECT)} and target_service_key in (${repositories.map(text).join(', ')}))`,
    );
  return parts.join(' or ');
}

/** Cancels and purges waiting, running and completed invocations through Restate's admin API. */
export async function forgetInvocations(
  adminUrl: string,
  lanes: readonly string[],
  repositories: readonly string[],
): Promise<void> {
  const ask = async (method: string, path: string, body?: unknown): Promise<string> => {
    const answer = await fetch(adminUrl.replace(/\/+$/, '') + path, {
      method,
      signal: AbortSignal.timeout(ANSWER_MS),
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const said = await answer.text();
    // If the invocation is gone or has ended in the meantime, that is fine too.
    if (answer.ok || answer.status === 404 || answer.status === 409) return said;
    throw new Error(`the engine answered ${answer.status} to ${method} ${path}: ${said.slice(0, 300)}`);
  };
  const query = `select id, status from sys_invocation where ${whereOf(lanes, repositories)} limit ${PAGE}`;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const { rows } = JSON.parse(await ask('POST', '/query', { query })) as { rows: Invocation[] };
    if (rows.length === 0) return;
    for (let i = 0; i < rows.length; i += AT_ONCE)
      await Promise.all(
        rows
          .slice(i, i + AT_ONCE)
          .map(({ id, status }) =>
            ask('PATCH', `/invocations/${id}/${status === 'completed' ? 'purge' : 'kill'}`),
          ),
      );
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  throw new Error('the engine still holds work of a store that is being deleted');
}
