import { bind, type Queries, statement } from '../../../kernel/ports.ts';

/** Platforms do not tell when a step is gone; one that neither ran nor was saved for so long is taken to be. */
const STALE = "now() - interval '90 days'";

/** Whether the row of `step_references` called `alias` still counts. */
export const isCurrentStep = (alias: string) => `${alias}.seen_at > ${STALE}`;

/** For the schema's owner only: it sees every store. */
export const DROP_STALE_STEPS = `delete from step_references s where not (${isCurrentStep('s')})`;

// A step that runs ten times a second is written down once a day. The lock keeps a delete of the layout waiting.
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

/** A step of a platform uses the layout; of a layout that is not there nothing is recorded. */
export const recordStepReference = (db: Queries, { layoutId, platform, stepId }: StepReference) =>
  db.rows(bind(see, layoutId, platform, stepId));
