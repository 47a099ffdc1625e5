import type { JsonObject } from '../../../kernel/json.ts';
import type { MailAddress } from '../../../kernel/mail.ts';
import type { Knowledge } from '../../records/history/masking.rules.ts';
import type { PersonalValue } from '../../records/masking/known-values.rules.ts';

type Addressed = { variables: JsonObject } & Record<'to' | 'cc' | 'bcc', readonly MailAddress[]>;

/** What a step was given that may be personal: its variables, and its recipients. */
export const givenTo = ({ variables, to, cc, bcc }: Addressed) => ({
  variables,
  personal: [...to, ...cc, ...bcc].flatMap(({ name, address }): PersonalValue[] => [
    { kind: 'email', value: address },
    ...(name === '' ? [] : [{ kind: 'name' as const, value: name }]),
  ]),
});

/** What history hides of a mail: what its step was given, and the secrets that it uses. */
export function knowledgeOfStep(input: Addressed, secrets: Readonly<Record<string, string>> = {}): Knowledge {
  const { variables, personal } = givenTo(input);
  return { secrets: Object.entries(secrets), personal, within: variables };
}

interface Planned extends Omit<Addressed, 'bcc'> {
  messages: readonly MailAddress[];
  secrets: Readonly<Record<string, string>>;
}

/** The same for a mail that is planned; `credentials` are those of its sender. */
export const knowledgeOfPlan = (plan: Planned, credentials: readonly string[] = []): Knowledge => ({
  ...knowledgeOfStep({ ...plan, bcc: plan.messages }, plan.secrets),
  credentials,
});
