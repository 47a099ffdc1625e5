import {
  compileMarkedDesign,
  emptyJob,
} from '../../../../../server/src/features/rendering/design/compile-design.rules.ts';
import {
  drawMarkedMail,
  type MarkedMail,
  type MarkedMailJob,
} from '../../../../../server/src/features/rendering/mails/draw-marked-mail.rules.ts';
import { fieldName } from '../../../../../server/src/kernel/fields.ts';

import { ChipFiller } from './fill-chips.rules.ts';

export interface DrawRequest {
  id: number;
  job: MarkedMailJob;
}

/** Faults by field, as the server names them. */
export type Drawn = { mail: MarkedMail; filled: Record<string, string> } | { faults: Record<string, string> };

export type WorkerAnswer = { isReady: true } | ({ id: number } & Drawn);

const answer = (message: WorkerAnswer) => postMessage(message);

/** For what chips show; what is not reached in time comes with the next change of the mail. */
const CHIPS_MS = 30;
const chips = new ChipFiller();

async function draw(job: MarkedMailJob): Promise<Drawn> {
  const outcome = await drawMarkedMail(job);
  if (!('problems' in outcome)) {
    const end = performance.now() + CHIPS_MS;
    return { mail: outcome, filled: chips.fill(job, () => performance.now() < end) };
  }
  const faults = outcome.problems.map(({ path, reason }) => [fieldName(path), reason] as const);
  // The first of a field is told, as the server does.
  return { faults: Object.fromEntries(faults.toReversed()) };
}

addEventListener('message', ({ data: { id, job } }: MessageEvent<DrawRequest>) => {
  void draw(job).then((drawn) => answer({ id, ...drawn }));
});
// The first takes ten times as long as the next.
void compileMarkedDesign(emptyJob).then(() => answer({ isReady: true }));
