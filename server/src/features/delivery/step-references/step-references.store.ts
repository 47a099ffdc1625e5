import {
  type BoundStatement,
  bind,
  briefRead,
  type Queries,
  sharedWrite,
  statement,
} from '../../../kernel/ports.ts';
import type { RetentionRule } from '../../../kernel/retention.ts';
import type { ActionType } from '../../records/history/history.schema.ts';
import type { UsingStep } from './step-references.schema.ts';

/** Platforms do not report deleted steps; one neither run nor saved for this long counts as deleted. */
const STALE = "now() - interval '90 days'";

/** Whether the row of `workflow_steps` called `alias` still counts. */
export const isCurrentStep = (alias: string) => `${alias}.seen_at > ${STALE}`;

export const STALE_STEPS: RetentionRule = {
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

/**
 * Records what a platform's step uses now; the record that it used before no longer counts it
 * (contract: Layouts 8).
 */
export const recordStepReference = (db: Queries, step: StepReference) => {
  const { storeId, platform, workflow, stepId, actionType, actionConfigId } = step;
  return db.rows(bind(see, storeId, platform, workflow ?? '', stepId, actionType, actionConfigId));
};

const count = briefRead<{ total: number }>(
  'workflow_steps_count',
  `select count(*) as total from workflow_steps s where s.action_config_id = $1 and ${isCurrentStep('s')}`,
);
/** Steps have no limit, so queries about several layouts or requests read at most this many of each. */
const MAX_STEPS_PER_RECORD = 1_000;
const USING = `from unnest($1::uuid[]) as c (id) cross join lateral (
     select s.platform, s.workflow, s.step_id, s.seen_at from workflow_steps s
     where s.action_config_id = c.id and ${isCurrentStep('s')} limit ${MAX_STEPS_PER_RECORD}
   ) s`;
const countEach = statement<{ actionConfigId: string; count: number }>(
  'workflow_steps_count_each',
  `select c.id as "actionConfigId", count(*) as count ${USING} group by c.id`,
);
const using = statement<UsingStep>(
  'workflow_steps_using',
  `select s.platform, nullif(s.workflow, '') as workflow, s.step_id as "stepId", c.id as "actionConfigId"
   ${USING} order by s.seen_at desc, s.workflow, s.platform, s.step_id limit $2`,
);

/** How many steps use each of several layouts, or a request. */
export const stepCountsOf = (ids: readonly string[]) => bind(countEach, ids);

/** The steps that were saved or run last. */
export const stepsUsing = (ids: readonly string[], most: number): BoundStatement<UsingStep> =>
  bind(using, ids, most);

/** How many steps are known to use a layout or an HTTP request. */
export const countSteps = async (db: Queries, actionConfigId: string) =>
  (await db.rows(bind(count, actionConfigId)))[0]?.total ?? 0;
