import { BlockMarks } from 'outstep/features/rendering/design/block-marks.rules.ts';
import { compileMarkedDesign, emptyJob } from 'outstep/features/rendering/design/compile-design.rules.ts';
import { isOtherPage, type PageDigest } from 'outstep/features/rendering/design/page-digest.rules.ts';
import {
  type MarkedMail,
  type MarkedMailJob,
  renderMarkedMail,
} from 'outstep/features/rendering/mails/draw-marked-mail.rules.ts';
import { fieldName } from 'outstep/kernel/fields.ts';
import { textOf } from 'outstep/kernel/messages/message.ts';

import { ChipFiller } from './fill-chips.rules.ts';

export interface DrawJob extends MarkedMailJob {
  /** The page that the server compiled when it saved the layout. */
  saved?: PageDigest | null;
}

export interface DrawRequest {
  id: number;
  job: DrawJob;
}

/** Errors by field, named as the server names them. */
export type DrawResult =
  | { mail: MarkedMail; filled: Record<string, string> }
  | { faults: Record<string, string> };

export type WorkerResponse =
  | { isReady: true }
  /** `isOther`: the server rendered the same design to a different page. */
  | ({ id: number; isOther: boolean } & DrawResult);

const answer = (message: WorkerResponse) => postMessage(message);

/** Time limit for the values of chips; those missing are rendered with the next change of the email. */
const CHIPS_MS = 30;
const chips = new ChipFiller();

async function draw({ saved = null, ...job }: DrawJob): Promise<DrawResult & { isOther: boolean }> {
  const design = await compileMarkedDesign(job, job.hasText);
  const isOther =
    saved !== null &&
    isOtherPage(saved, job, () => ('problems' in design ? null : BlockMarks.takeOut(design)));
  const outcome = 'problems' in design ? design : renderMarkedMail(job, design);
  if (!('problems' in outcome)) {
    const end = performance.now() + CHIPS_MS;
    return { mail: outcome, filled: chips.fill(job, () => performance.now() < end), isOther };
  }
  const faults = outcome.problems.map(({ path, reason }) => [fieldName(path), textOf(reason)] as const);
  // The first error of a field is reported, as the server does.
  return { faults: Object.fromEntries(faults.toReversed()), isOther };
}

addEventListener('message', ({ data: { id, job } }: MessageEvent<DrawRequest>) => {
  void draw(job).then((drawn) => answer({ id, ...drawn }));
});
// Warms up the compiler: the first run takes ten times as long as later ones.
void compileMarkedDesign(emptyJob).then(() => answer({ isReady: true }));
