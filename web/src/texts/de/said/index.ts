import { catalog, type MessageCode } from 'outstep/kernel/messages/catalog.ts';
import { messages } from '../messages/index.ts';
import { legacy } from './legacy.ts';
import { summaries } from './summaries.ts';

/** These consist almost only of parameters and would match every sentence. */
const ANY: ReadonlySet<MessageCode> = new Set([
  ...['stored_sentence', 'command_refused', 'field_problem', 'several_problems', 'told_of', 'user_other'],
  ...['language_chosen', 'language_chosen_for'],
] as const);

const codes = Object.keys(messages) as MessageCode[];

/** Translations of English sentences that come without a code, inside other messages or from older data. */
export const said: Record<string, string> = {
  ...legacy,
  ...summaries,
  ...Object.fromEntries(
    codes.filter((code) => !ANY.has(code)).map((code) => [catalog[code], messages[code]]),
  ),
};
