import type { Queries } from '../../../kernel/ports.ts';
import { recordStepReference, type StepReference } from './step-references.store.ts';

/** A step that runs ten times a second is recorded once a minute by each process. */
const FRESH_MS = 60_000;
const MOST = 20_000;

/** What steps were last seen using, and until when the database does not need to be updated. */
const seen = new Map<string, { actionConfigId: string; until: number }>();

const keyOf = ({ storeId, platform, workflow, stepId }: StepReference) =>
  JSON.stringify([storeId, platform, workflow, stepId]);

/** Records what a step uses, unless this process has just done so. */
export async function recordStepReferenceOnce(db: Queries, step: StepReference): Promise<void> {
  const key = keyOf(step);
  const { actionConfigId } = step;
  const known = seen.get(key);
  if (known?.actionConfigId === actionConfigId && performance.now() < known.until) return;
  await recordStepReference(db, step);
  if (seen.size >= MOST) seen.clear();
  seen.set(key, { actionConfigId, until: performance.now() + FRESH_MS });
}
