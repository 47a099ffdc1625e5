import type { JsonObject } from '../../../kernel/json.ts';
import type { MailAddress } from '../../../kernel/mail.ts';
import type { SensitiveValues } from '../../records/history/masking.rules.ts';
import type { PersonalValue } from '../../records/masking/known-values.rules.ts';

type StepRecipients = { variables: JsonObject } & Record<'to' | 'cc' | 'bcc', readonly MailAddress[]>;

/** The potentially personal input of a step: its variables and its recipients. */
export const personalDataOfStep = ({ variables, to, cc, bcc }: StepRecipients) => ({
  variables,
  personal: [...to, ...cc, ...bcc].flatMap(({ name, address }): PersonalValue[] => [
    { kind: 'email', value: address },
    ...(name === '' ? [] : [{ kind: 'name' as const, value: name }]),
  ]),
});

/** The values that history hides for an email: the input of its step and the secrets that it uses. */
export function sensitiveValuesOfStep(
  input: StepRecipients,
  secrets: Readonly<Record<string, string>> = {},
): SensitiveValues {
  const { variables, personal } = personalDataOfStep(input);
  return { secrets: Object.entries(secrets), personal, within: variables };
}

interface PlannedRecipients extends Omit<StepRecipients, 'bcc'> {
  messages: readonly MailAddress[];
  secrets: Readonly<Record<string, string>>;
}

/** The same for a planned email; `credentials` are those of its sender. */
export const sensitiveValuesOfPlan = (
  plan: PlannedRecipients,
  credentials: readonly string[] = [],
): SensitiveValues => ({
  ...sensitiveValuesOfStep({ ...plan, bcc: plan.messages }, plan.secrets),
  credentials,
});
