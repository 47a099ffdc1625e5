import type { Json } from '../../../kernel/json.ts';
import type { Carried } from '../../../kernel/mail.ts';
import type { Status, TimelineEntry } from '../../records/history/history.schema.ts';
import { maskEntry } from '../../records/history/mask-entry.rules.ts';
import { maskingWork } from '../../records/history/masking-work.rules.ts';
import { warningsOf } from '../../records/history/warnings.rules.ts';

/** What planning noted, which may repeat what the step was given. */
export interface PlanTexts {
  timeline: TimelineEntry[];
  /** The mail as it reads; `null` where there is none, or it is masked already. */
  mail: Json;
  missing: Parameters<typeof warningsOf>[0];
  ended: { status: Exclude<Status, 'PENDING'>; error: string | null } | null;
  again: string | null;
}

export const maskPlanned = maskingWork('mask-planned-mail', {
  mask: ({ timeline, mail, missing, ended, again }: PlanTexts, masker) => ({
    ...maskEntry({ timeline }, masker),
    mail: mail === null ? null : masker.tree(mail).value,
    warnings: warningsOf(missing, masker),
    ended: ended && maskEntry(ended, masker),
    again: again === null ? null : masker.text(again).value,
  }),
  whenBusy: 'hide',
});

/** A server may repeat whatever it was sent: the mail, its recipients, the login. */
export const maskCarried = maskingWork('mask-carried-mail', {
  mask: (result: Carried, { text, reference }): Carried => ({
    ...result,
    ...('sentence' in result && { sentence: text(result.sentence).value }),
    ...('answer' in result && result.answer !== undefined && { answer: text(result.answer).value }),
    ...('providerId' in result &&
      result.providerId !== undefined && { providerId: reference(result.providerId) }),
  }),
  whenBusy: 'hide',
});
