import { bind, type Queries, statement } from '../../../kernel/ports.ts';

/** Platforms do not report deleted steps; one neither run nor saved for this long counts as deleted. */
const STALE = "now() - interval '90 days'";

/** Whether the row of `step_references` called `alias` still counts. */
export const isCurrentStep = (alias: string) => `${alias}.seen_at > ${STALE}`;

/** Covers every store, so only the schema's owner may run it. */
export const DROP_STALE_STEPS = `delete from step_references s where not (${isCurrentStep('s')})`;

// A step that runs ten times a second is recorded once a day. The lock makes a delete of the layout wait.
const see = statement(
  'step_reference_see',
  `insert into step_references (store_id, layout_id, platform, step_id)
   select l.store_id, l.id, $2, $3 from layouts l where l.id = $1 for key share
   on conflict (store_id, layout_id, platform, step_id) do update set seen_at = now()
   where step_references.seen_at < now() - interval '1 day'`,
);

export interface StepReference {
  layoutId: string;
  platform: string;
  stepId: string;
}

/** Records that a platform's step uses the layout; nothing if there is no such layout. */
export const recordStepReference = (db: Queries, { layoutId, platform, stepId }: StepReference) =>
  db.rows(bind(see, layoutId, platform, stepId));
