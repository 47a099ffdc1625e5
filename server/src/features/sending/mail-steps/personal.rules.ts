import type { JsonObject } from '../../../kernel/json.ts';
import type { MailAddress } from '../../../kernel/mail.ts';
import { personalValuesOf } from '../../records/history/masking.rules.ts';
import type { PersonalValue } from '../../records/masking/known-values.rules.ts';

export type Given = { variables: JsonObject } & Record<'to' | 'cc' | 'bcc', readonly MailAddress[]>;

/** Personal data that a step was given: in its variables, and its recipients. */
export const personalOf = ({ variables, to, cc, bcc }: Given): PersonalValue[] => [
  ...personalValuesOf(variables),
  ...[...to, ...cc, ...bcc].flatMap(({ name, address }): PersonalValue[] => [
    { kind: 'email', value: address },
    ...(name === '' ? [] : [{ kind: 'name' as const, value: name }]),
  ]),
];
