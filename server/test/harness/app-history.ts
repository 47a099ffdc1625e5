import { createHash } from 'node:crypto';
import { makePastMonths } from './history-rows.ts';
import { withClient } from './postgres.ts';

const configs = [
  ['EMAIL', 'Order confirmation'],
  ['EMAIL', 'Shipping update'],
  ['HTTP_REQUEST', 'Tell the warehouse'],
  ['EMAIL', 'Abandoned cart, first reminder'],
  ['HTTP_REQUEST', 'Add to the loyalty programme'],
] as const;

/** What the server said of a mail that failed. */
export const REFUSED = 'smtp.tea.example refused the recipient: 550 5.1.1 no such user';

const DAY_MS = 86_400_000;
const ENTRIES = 240;

const idOf = (text: string, at: number) =>
  `${at.toString(16).padStart(12, '0')}7${createHash('md5').update(text).digest('hex').slice(0, 3)}8${createHash(
    'md5',
  )
    .update(`${text} `)
    .digest('hex')
    .slice(0, 15)}`;

const call = {
  request: {
    method: 'POST',
    url: 'https://warehouse.example.com/orders/1001',
    headers: { authorization: 'Bearer ********', 'content-type': 'application/json' },
    body: '{"order":{"id":1001,"lines":[{"sku":"TEA-1","quantity":2}]}}',
  },
  response: {
    status: 201,
    headers: { 'content-type': 'application/json' },
    body: '{"accepted":true}',
    bytes: 17,
    truncated: false,
  },
};
const refused = {
  ...call,
  response: { ...call.response, status: 503, body: 'upstream is busy', bytes: 16 },
};
const mail = {
  request: {
    subject: 'Your order 1001 is on its way',
    text: 'Hello M******,\n\nyour tea left our house this morning.',
    html: '<p>Hello</p>',
    files: ['invoice-1001.pdf'],
  },
  response: null,
};

function rowOf(storeId: string, number: number, now: number) {
  const [actionType, name] = configs[(number * 7) % configs.length] ?? configs[0];
  const at = now - Math.floor((number / ENTRIES) ** 1.3 * 29 * DAY_MS) - 40_000;
  const status =
    number === 0 ? 'PENDING' : number % 17 === 3 ? 'FAILED' : number % 23 === 5 ? 'SKIPPED' : 'SUCCESS';
  const isMail = actionType === 'EMAIL';
  const failure = isMail ? REFUSED : 'the target answered 503';
  const error = status === 'FAILED' ? failure : null;
  const shown = isMail ? mail : error ? refused : call;
  const ended = new Date(at + 180 + number * 9);
  const timeline = [
    {
      at: new Date(at + 40),
      event: isMail ? 'language' : 'sent',
      ...(isMail && { detail: 'en, as asked for' }),
    },
    ...(status === 'PENDING'
      ? []
      : [
          {
            at: ended,
            event: error ? 'failed' : isMail ? 'sent' : 'answered',
            ...(error && { detail: error }),
          },
        ]),
  ];
  return {
    id: idOf(`${storeId} ${number}`, at),
    actionType,
    status,
    config: idOf(`${storeId} ${name}`, 1),
    name,
    trigger: number % 11 === 4 ? 'test' : 'workflow',
    run: `run-${1000 + number}`,
    locale: isMail ? 'en' : null,
    recipients: isMail ? ['ma******@example.com'] : null,
    error,
    request: status === 'PENDING' ? null : shown.request,
    response: status === 'PENDING' ? null : shown.response,
    timeline,
    warnings: isMail && number % 13 === 1 ? [{ path: 'order.total', where: ['subject', 'body'] }] : [],
    skipped: isMail && number % 19 === 2 ? 1 : 0,
    at: new Date(at),
    ended: status === 'PENDING' ? null : ended,
  };
}

/** Addresses that a server has refused for good. */
const suppressed = [
  ['mara.olsen@example.com', REFUSED],
  ['frederic.dupont@a-rather-long-domain.example', '550 5.7.1 this mailbox takes no mail from shops'],
] as const;

/** A month of mails and calls, past the features, because a month cannot be waited for. */
export async function fillHistory(databaseUrl: string, storeId: string) {
  const rows = Array.from({ length: ENTRIES }, (_, number) => rowOf(storeId, number, Date.now()));
  await withClient(databaseUrl, async (client) => {
    await makePastMonths(client);
    await client.query(
      `insert into executions (store_id, id, action_type, status, action_config_id, action_config_name, trigger,
         run_id, step_id, locale, recipients, attempts, error, request, response, timeline, warnings,
         warning_count, skipped_recipients, created_at, started_at, finished_at)
       select $1, id, "actionType", status, config, name, trigger, run, 'step-1', locale, recipients, 1, error,
         request, response, timeline, warnings, nullif(json_array_length(warnings), 0), skipped, at, at, ended
       from json_to_recordset($2) as row(id uuid, "actionType" text, status text, config uuid, name text, trigger text,
         run text, locale text, recipients json, error text, request json, response json, timeline json,
         warnings json, skipped smallint, at timestamptz, ended timestamptz)`,
      [storeId, JSON.stringify(rows)],
    );
    await client.query(
      `insert into execution_counts (store_id, day, action_type, action_config_id, status, shard, count)
       select store_id, day_of_id(id), action_type, action_config_id, status, 0, count(*) from executions
       where store_id = $1 and status <> 'PENDING' group by 1, 2, 3, 4, 5`,
      [storeId],
    );
    await client.query(
      `insert into trigger_counts (store_id, day, trigger, action_type, action_config_id, status, count)
       select store_id, day_of_id(id), trigger, action_type, action_config_id, status, count(*) from executions
       where store_id = $1 and status <> 'PENDING' and trigger <> 'workflow' group by 1, 2, 3, 4, 5, 6`,
      [storeId],
    );
    for (const [address, reason] of suppressed)
      await client.query(
        `insert into suppressions (store_id, address_mac, address, reason, execution_id)
         select $1, sha256($2::bytea), $3, $4, id from executions where store_id = $1 and error is not null
         and action_type = 'EMAIL' order by id desc limit 1`,
        [storeId, address, address, reason],
      );
  });
}
