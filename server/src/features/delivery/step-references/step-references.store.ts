import type { Forgetting } from '../../../kernel/forgetting.ts';
import { offsetOf, type PageRequest } from '../../../kernel/page.ts';
import {
  bind,
  briefRead,
  type Queries,
  type StoreDatabase,
  sharedWrite,
  statement,
} from '../../../kernel/ports.ts';
import type { ActionType } from '../../records/history/history.schema.ts';
import type { WorkflowStep } from './step-references.schema.ts';

/** Platforms do not report deleted steps; one neither run nor saved for this long counts as deleted. */
const STALE = "now() - interval '90 days'";

/** Whether the row of `workflow_steps` called `alias` still counts. */
export const isCurrentStep = (alias: string) => `${alias}.seen_at > ${STALE}`;

export const STALE_STEPS: Forgetting = {
  table: 'workflow_steps',
  where: `not (${isCurrentStep('workflow_steps')})`,
};

// A step that runs ten times a second is recorded once a day. One that was known without its workflow is renamed.
const see = sharedWrite(
  'workflow_step_see',
  `with seen as (
     insert into workflow_steps (store_id, platform, workflow, step_id, action_type, action_config_id)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (store_id, platform, workflow, step_id) do update
     set action_type = excluded.action_type, action_config_id = excluded.action_config_id, seen_at = now()
     where workflow_steps.action_config_id <> excluded.action_config_id
       or workflow_steps.seen_at < now() - interval '1 day'
     returning 1
   )
   delete from workflow_steps
   where platform = $2 and workflow = '' and step_id = $4 and $3 <> '' and exists (select from seen)`,
);

export interface StepReference {
  storeId: string;
  platform: string;
  workflow: string | null;
  stepId: string;
  actionType: ActionType;
  /** The layout or the HTTP request. */
  actionConfigId: string;
}

/** Records what a platform's step uses now; what it used before no longer counts it. */
export const recordStepReference = (db: Queries, step: StepReference) => {
  const { storeId, platform, workflow, stepId, actionType, actionConfigId } = step;
  return db.rows(bind(see, storeId, platform, workflow ?? '', stepId, actionType, actionConfigId));
};

const USES = `from workflow_steps s where s.action_config_id = $1 and ${isCurrentStep('s')}`;
const count = briefRead<{ total: number }>('workflow_steps_count', `select count(*) as total ${USES}`);
const page = statement<WorkflowStep>(
  'workflow_steps_page',
  `select s.platform, nullif(s.workflow, '') as workflow, s.step_id as "stepId", s.seen_at as "seenAt"
   ${USES} order by s.workflow, s.platform, s.step_id limit $2 offset $3`,
);

/** How many steps are known to use a layout or an HTTP request. */
export const countSteps = async (db: Queries, actionConfigId: string) =>
  (await db.rows(bind(count, actionConfigId)))[0]?.total ?? 0;

/** Those steps, by workflow. */
export async function pageOfSteps(db: StoreDatabase, request: PageRequest, actionConfigId: string) {
  const [[counted], rows] = await db.batch<[{ total: number }, WorkflowStep]>([
    bind(count, actionConfigId),
    bind(page, actionConfigId, request.limit, offsetOf(request)),
  ]);
  return { rows, total: counted?.total ?? 0 };
}
