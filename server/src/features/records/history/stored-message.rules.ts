import { type Message, message, textOf } from '../../../kernel/messages/message.ts';
import type { NewTimelineEntry } from './history.schema.ts';

/** A sentence as it is stored: in words, and as data since codes are kept. */
export interface StoredSentence {
  error: string | null;
  message: Message | null;
}

/**
 * What was said; of a sentence that was stored without a code, only its words are known. During an upgrade, an older
 * process may replace the words alone, so the message counts only while it says the same.
 */
export function messageOf({ error, message: said }: StoredSentence): Message | null {
  if (error === null) return null;
  return said && textOf(said) === error ? said : message('stored_sentence', { text: error });
}

export const textOrNull = (said: Message | null): string | null => said && textOf(said);

export const jsonOfMessage = (said: Message | null): string | null => said && JSON.stringify(said);

/** Entries as they are stored: `detail` for who reads words, `message` beside it. */
export const timelineJson = (entries: readonly NewTimelineEntry[]): string =>
  JSON.stringify(
    entries.map(({ detail, ...entry }) =>
      typeof detail === 'object'
        ? { ...entry, detail: textOf(detail), message: detail }
        : { ...entry, detail },
    ),
  );
