import type { Json } from '../../../kernel/json.ts';
import type { Message } from '../../../kernel/messages/message.ts';
import type { TimelineEntry } from './history.schema.ts';
import { maskMessage } from './mask-message.rules.ts';
import type { Masker } from './masking.rules.ts';
import { maskingWork } from './masking-work.rules.ts';
import { wordsOfVariables } from './words-of-people.rules.ts';

/** Words of closed lists, ids that we made, languages and figures. */
const KEPT: ReadonlySet<string> = new Set([
  ...['id', 'actionType', 'status', 'actionConfigId', 'trigger', 'locale', 'attempts', 'durationMs'],
  ...['createdAt', 'startedAt', 'finishedAt', 'hasMore', 'truncated'],
]);
/** What the platform calls things: often random, which is no token there. */
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
 * Every field of an entry goes through masking, those of later releases too, unless it is listed above
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

/** Run, step and workflow as history stores them, without what the execution knows. */
export const maskReferences = maskingWork<NamedReferences, ShownReferences>('mask-references', {
  mask: ({ references, identifiers }, masker, people) => ({
    references: maskEntry(references, masker),
    // History shows no variables, so of one that masking would change nothing may be found.
    words: wordsOfVariables(
      identifiers.filter((text) => masker.text(text).value === text),
      people,
    ),
  }),
  needsPeople: true,
  whenBusy: 'hide',
});
