import type { Json } from '../../../kernel/json.ts';
import type { Message } from '../../../kernel/messages/message.ts';
import type { TimelineEntry } from './history.schema.ts';
import { maskMessage } from './mask-message.rules.ts';
import type { Masker } from './masking.rules.ts';
import { maskingWork } from './masking-work.rules.ts';
import { wordsOfVariables } from './words-of-people.rules.ts';

/** Fields that are never masked: values from closed lists, our own IDs, languages and numbers. */
const KEPT: ReadonlySet<string> = new Set([
  ...['id', 'actionType', 'status', 'actionConfigId', 'trigger', 'locale', 'attempts', 'durationMs'],
  ...['createdAt', 'startedAt', 'finishedAt', 'hasMore', 'truncated'],
]);
/** Names and IDs from the platform. They are often random without being credentials. */
const REFERENCES: ReadonlySet<string> = new Set(['runId', 'stepId', 'workflow']);

/** The code comes from a closed list; only its arguments may hold personal data. */
function maskTimeline(entries: readonly (TimelineEntry & { message?: Message })[], masker: Masker) {
  return entries.map(({ message: said, ...entry }) => ({
    ...(masker.tree(entry as Json).value as object),
    ...(said && { message: maskMessage(said, masker) }),
  }));
}

function maskField(name: string, value: unknown, masker: Masker): unknown {
  if (KEPT.has(name) || value === null || value === undefined || value instanceof Date) return value;
  if (name === 'errorMessage') return maskMessage(value as Message, masker);
  if (name === 'timeline' && Array.isArray(value)) return maskTimeline(value, masker);
  if (typeof value !== 'string') return masker.tree(value as Json).value;
  return REFERENCES.has(name) ? masker.reference(value) : masker.text(value).value;
}

/**
 * Masks every field of an entry except those listed above, so that fields added later are masked too
 * (contract: History and stats 14).
 */
export const maskEntry = <T extends object>(entry: T, masker: Masker): T =>
  Object.fromEntries(
    Object.entries(entry).map(([name, value]) => [name, maskField(name, value, masker)]),
  ) as T;

export type ExecutionReferences = Record<string, string | null>;

interface NamedReferences {
  references: ExecutionReferences;
  /** Variables that identify what the step is about. */
  identifiers: readonly string[];
}

interface ShownReferences {
  references: ExecutionReferences;
  /** Words of the variables by which the execution may be found. */
  words: string[];
}

/** Masks run, step and workflow for storage, so that they reveal no sensitive values of the execution. */
export const maskReferences = maskingWork<NamedReferences, ShownReferences>('mask-references', {
  mask: ({ references, identifiers }, masker, people) => ({
    references: maskEntry(references, masker),
    // History shows no variables, so a variable that masking would change must not be searchable.
    words: wordsOfVariables(
      identifiers.filter((text) => masker.text(text).value === text),
      people,
    ),
  }),
  needsPeople: true,
  whenBusy: 'hide',
});
