import type { Json } from '../../../kernel/json.ts';
import { bind, type Queries, statement } from '../../../kernel/ports.ts';

const PAGE = 200;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Parts of an entry that may contain personal data, already masked. */
export interface EntryTexts {
  id: string;
  recipients: string[] | null;
  error: string | null;
  errorMessage: Json;
  request: Json;
  response: Json;
  timeline: Json[];
  warnings: Json;
  /** The run id as history shows it. */
  runId: string | null;
  stepId: string | null;
  workflow: string | null;
}

const page = statement<{ id: string; isHit: boolean }>(
  'executions_look_for',
  `select id, finished_at is not null
     and concat_ws(' ', recipients::text, error, error_message::text, request::text, response::text, timeline::text, warnings::text, run_id,
       step_id, workflow) ~* $2 as "isHit"
   from executions where id > $1 order by id limit ${PAGE}`,
);
const read = statement<EntryTexts>(
  'executions_read_texts',
  `select id, recipients, error, error_message as "errorMessage", request, response, timeline, warnings, run_id as "runId", step_id as "stepId", workflow
   from executions where id = any($1) and finished_at is not null`,
);
const write = statement(
  'execution_write_texts',
  `update executions set recipients = $2, error = $3, request = $4, response = $5, timeline = $6, warnings = $7,
     run_id = $8, step_id = $9, workflow = $10, error_message = $11 where id = $1`,
);

/** The finished entries among these, which no other code changes any more. */
export const entriesOf = (db: Queries, ids: readonly string[]) => db.rows(bind(read, ids));

/** Finished entries that match a regular expression, page by page. */
export async function* entriesWith(db: Queries, pattern: string): AsyncGenerator<EntryTexts[]> {
  let after = FIRST_ID;
  for (;;) {
    const rows = await db.rows(bind(page, after, pattern));
    const hits = rows.filter(({ isHit }) => isHit).map(({ id }) => id);
    if (hits.length > 0) yield await entriesOf(db, hits);
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.id;
  }
}

const asJson = (value: Json) => (value === null ? null : JSON.stringify(value));

export const rewriteEntry = (db: Queries, entry: EntryTexts) => {
  const { id, recipients, error, errorMessage, request, response, timeline, warnings } = entry;
  const { runId, stepId, workflow } = entry;
  const texts = [asJson(recipients), error, asJson(request), asJson(response), asJson(timeline)];
  return db.rows(bind(write, id, ...texts, asJson(warnings), runId, stepId, workflow, asJson(errorMessage)));
};
