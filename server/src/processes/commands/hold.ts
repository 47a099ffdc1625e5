import type pg from 'pg';
import { withOperator } from '../../adapters/postgres/roles.ts';
import { readConfig } from '../../config.ts';
import { OperationError } from '../../kernel/error.ts';
import { message } from '../../kernel/messages/message.ts';

/** Counts for the operator's decision during a hold. */
export interface Hold {
  since: string;
  /** Deliveries that had not ended when the hold began. */
  unfinished: number;
  /** Unfinished deliveries that had started sending. They end as unknown, with or without `--send`. */
  begun: number;
  /** Deliveries that arrived later and are waiting. */
  waiting: number;
}

const WHY =
  'sending was put on hold before this finished, for example after a restore from a backup; it may have been sent, so it was not sent again';
const PAGE = 1_000;

/**
 * From here on, no email or call is sent. Repeating a hold moves its start, so that the decision covers more
 * deliveries, never fewer.
 */
export const beginHold = (client: pg.Client) =>
  client.query(
    'insert into sending_hold default values on conflict (is_on) do update set since = excluded.since',
  );

async function findHold(client: pg.Client): Promise<Hold | null> {
  const { rows } = await client.query<Omit<Hold, 'since'> & { since: Date }>(
    `select h.since, d.* from sending_hold h cross join lateral (
       select count(*) filter (where created_at <= h.since)::int as unfinished,
         count(*) filter (where created_at <= h.since and state = 'data')::int as begun,
         count(*) filter (where created_at > h.since)::int as waiting
       from deliveries where sweep_at is not null
     ) d`,
  );
  const [hold] = rows;
  return hold ? { ...hold, since: hold.since.toISOString() } : null;
}

export async function readHold(client: pg.Client): Promise<Hold> {
  const hold = await findHold(client);
  if (!hold) throw new OperationError('conflict', message('command_refused', { text: 'nothing is on hold' }));
  return hold;
}

/**
 * Makes waiting work due as soon as sending resumes, in order of arrival: each worker submits a few at a
 * time. Nothing is claimed during a hold, so no row is changed twice.
 */
async function makeDue(client: pg.Client): Promise<void> {
  for (let page = PAGE; page === PAGE; ) {
    const changed = await client.query(
      `update deliveries d set sweep_at = d.due_at, sweeps = 0
       from (
         select store_id, execution_id, position from deliveries
         where sweep_at > now() and due_at <= now() limit $1 for update
       ) held
       where d.store_id = held.store_id and d.execution_id = held.execution_id and d.position = held.position`,
      [PAGE],
    );
    page = changed.rowCount ?? 0;
  }
}

/** `outstep hold`: stops sending. */
export const runHold = (env: NodeJS.ProcessEnv): Promise<Hold> =>
  withOperator(readConfig(env).databaseAdminUrl, 'hold', async (client) => {
    await beginHold(client);
    return readHold(client);
  });

/** The number after a flag, such as `--unfinished 12`. */
function numberAfter(flag: string, args: readonly string[]): number | null {
  const at = args.indexOf(flag);
  const text = at < 0 ? '' : (args[at + 1] ?? '');
  return /^\d+$/.test(text) ? Number(text) : null;
}

/**
 * `outstep hold release`: unfinished deliveries become unknown, or are sent with `--send`. Their number is
 * required, so that operators decide only about deliveries that they have seen.
 */
export const releaseHold = (
  env: NodeJS.ProcessEnv,
  args: readonly string[],
  onProgress: (sentence: string) => void,
): Promise<{ unknown: number; sent: number; waiting: number }> =>
  withOperator(readConfig(env).databaseAdminUrl, 'hold', async (client) => {
    const { unfinished, begun, waiting } = await readHold(client);
    if (numberAfter('--unfinished', args) !== unfinished) {
      throw new OperationError(
        'conflict',
        message('command_refused', {
          text:
            `${unfinished} deliveries were unfinished when the hold began (${begun} of them were being sent). They may have been sent since.\n` +
            `  outstep hold release --unfinished ${unfinished}          marks each as unconfirmed and does not send it\n` +
            `  outstep hold release --unfinished ${unfinished} --send   sends all but those ${begun}`,
        }),
      );
    }
    let unknown = args.includes('--send') ? begun : 0;
    if (!args.includes('--send')) {
      for (let page = PAGE; page === PAGE; ) {
        const { rows } = await client.query<{ count: number }>(
          'select give_up_held_deliveries($1, $2)::int as count',
          [PAGE, WHY],
        );
        page = rows[0]?.count ?? 0;
        unknown += page;
        onProgress(`${unknown} of ${unfinished}`);
      }
    }
    await makeDue(client);
    await client.query('delete from sending_hold');
    return { unknown, sent: unfinished - unknown, waiting };
  });
