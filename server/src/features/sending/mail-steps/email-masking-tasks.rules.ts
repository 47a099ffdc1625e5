import type { Json } from '../../../kernel/json.ts';
import type { DeliveryResult } from '../../../kernel/mail.ts';
import type { Message } from '../../../kernel/messages/message.ts';
import type { NewTimelineEntry, Status } from '../../records/history/history.schema.ts';
import { maskMessage } from '../../records/history/mask-message.rules.ts';
import type { Masker } from '../../records/history/masking.rules.ts';
import { maskingWork } from '../../records/history/masking-work.rules.ts';
import { warningsOf } from '../../records/history/warnings.rules.ts';

/** The notes of planning, which may repeat input of the step. */
export interface PlanTexts {
  timeline: NewTimelineEntry[];
  /** The unmasked email; `null` if there is none, or if it is already masked. */
  mail: Json;
  missing: Parameters<typeof warningsOf>[0];
  ended: { status: Exclude<Status, 'PENDING'>; error: Message | null } | null;
  again: Message | null;
}

function maskNew({ detail, ...entry }: NewTimelineEntry, masker: Masker): NewTimelineEntry {
  if (detail === undefined) return entry;
  const shown = typeof detail === 'string' ? masker.text(detail).value : maskMessage(detail, masker);
  return { ...entry, detail: shown };
}

export const maskPlanned = maskingWork('mask-planned-mail', {
  mask: ({ timeline, mail, missing, ended, again }: PlanTexts, masker) => ({
    timeline: timeline.map((entry) => maskNew(entry, masker)),
    mail: mail === null ? null : masker.tree(mail).value,
    warnings: warningsOf(missing, masker),
    ended: ended && { ...ended, error: ended.error && maskMessage(ended.error, masker) },
    again: again && maskMessage(again, masker),
  }),
  whenBusy: 'hide',
});

/** A server may repeat whatever it was sent: the email, its recipients, the login. */
export const maskDeliveryResult = maskingWork('mask-delivery-result', {
  mask: (result: DeliveryResult, masker): DeliveryResult => ({
    ...result,
    ...('sentence' in result && { sentence: maskMessage(result.sentence, masker) }),
    ...('answer' in result && result.answer !== undefined && { answer: masker.text(result.answer).value }),
    ...('providerId' in result &&
      result.providerId !== undefined && { providerId: masker.reference(result.providerId) }),
  }),
  whenBusy: 'hide',
});
