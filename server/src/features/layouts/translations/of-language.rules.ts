import { Refusal } from '../../../kernel/error.ts';
import { fieldName } from '../../../kernel/fields.ts';

/** Puts the language in front of the fields that a rule refuses. */
export function ofLanguage<T>(at: readonly PropertyKey[], work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'invalid') throw error;
    const lines = error.message.split('; ').map((line) => `${fieldName(at)}.${line}`);
    throw new Refusal('invalid', lines.join('; '));
  }
}
