import { createMasker, type Masker } from '../../records/history/masking.rules.ts';
import type { MailPlan } from './mail-plan.ts';
import { type Given, personalOf } from './personal.rules.ts';

/** Hides what a step was given, and the secrets that its mail uses. */
export const maskerOfStep = (input: Given, secrets: Readonly<Record<string, string>> = {}): Masker =>
  createMasker({ secrets: Object.entries(secrets), personal: personalOf(input) });

/** The same for a mail that is planned; `credentials` are those of its sender. */
export function maskerOfPlan(plan: MailPlan, credentials: readonly string[] = []): Masker {
  const personal = personalOf({ ...plan, bcc: plan.messages });
  return createMasker({ secrets: Object.entries(plan.secrets), credentials, personal });
}
