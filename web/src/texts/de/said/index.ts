import { catalog, type MessageCode } from 'outstep/kernel/messages/catalog.ts';
import { messages } from '../messages/index.ts';
import { legacy } from './legacy.ts';
import { summaries } from './summaries.ts';

/** They have hardly a word of their own, and would be found in every sentence. */
const ANY: ReadonlySet<MessageCode> = new Set([
  ...['stored_sentence', 'command_refused', 'field_problem', 'several_problems', 'told_of', 'user_other'],
  ...['language_chosen', 'language_chosen_for'],
] as const);

const codes = Object.keys(messages) as MessageCode[];

/** What comes as an English sentence without its code, by its shape: within other answers, and what was stored before. */
export const said: Record<string, string> = {
  ...legacy,
  ...summaries,
  ...Object.fromEntries(
    codes.filter((code) => !ANY.has(code)).map((code) => [catalog[code], messages[code]]),
  ),
};
