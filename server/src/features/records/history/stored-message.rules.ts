import { type Message, message, textOf } from '../../../kernel/messages/message.ts';
import type { NewTimelineEntry } from './history.schema.ts';

/** A stored sentence: as text, and as a message since codes are stored. */
export interface StoredSentence {
  error: string | null;
  message: Message | null;
}

/**
 * Reads a stored sentence. One stored without a code has only its text. During an upgrade, an older process
 * may replace the text alone, so the message is used only if it still renders the same text.
 */
export function messageOf({ error, message: said }: StoredSentence): Message | null {
  if (error === null) return null;
  return said && textOf(said) === error ? said : message('stored_sentence', { text: error });
}

export const textOrNull = (said: Message | null): string | null => said && textOf(said);

export const jsonOfMessage = (said: Message | null): string | null => said && JSON.stringify(said);

/** Entries in their stored form: `detail` as text, with `message` next to it. */
export const timelineJson = (entries: readonly NewTimelineEntry[]): string =>
  JSON.stringify(
    entries.map(({ detail, ...entry }) =>
      typeof detail === 'object'
        ? { ...entry, detail: textOf(detail), message: detail }
        : { ...entry, detail },
    ),
  );
