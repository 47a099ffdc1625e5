import { Refusal } from '../../../kernel/error.ts';
import { invalid, type PropertyPath } from '../../../kernel/fields.ts';

/** Puts the language in front of the fields that a rule refuses. */
export function viewLanguage<T>(at: PropertyPath, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== 'invalid') throw error;
    throw invalid(error.problems.map(({ path, reason }) => ({ path: [...at, ...path], reason })));
  }
}
