import type { MessageCode } from '../../../kernel/messages/catalog.ts';
import { type Message, message, textOf } from '../../../kernel/messages/message.ts';
import type { Warning } from '../../records/history/history.schema.ts';

/**
 * The known facts about a run: its empty variables, and the language of its email according to the timeline.
 */
interface KnownOfRun {
  warnings: readonly Warning[];
  languages: readonly (Message | null)[];
}

/**
 * Warns only about a language that the layout lacks or skips as incomplete: a regional variant of the
 * language is what its recipients expect.
 */
function ofLanguage(said: KnownOfRun['languages']): Message[] {
  const find = (code: MessageCode) => said.find((each) => each?.code === code);
  const chosen = find('language_chosen_for');
  if (!chosen) return [];
  const { locale = '', asked = '', why } = chosen.params;
  const isMain = typeof why === 'object' && 'code' in why && why.code === 'language_main';
  if (!isMain) return [];
  const incomplete = find('language_incomplete')?.params['locale'];
  return incomplete === undefined
    ? [message('step_language_missing', { asked, locale })]
    : [message('step_language_incomplete', { incomplete, locale })];
}

/**
 * Facts about a run that the author of its step might not expect, as far as they are known
 * (contract: Workflow platforms 11).
 */
export const warningsOfStep = ({ languages, warnings }: KnownOfRun): string[] =>
  [
    ...ofLanguage(languages),
    ...warnings.map(({ path, where }) => message('step_variable_empty', { path, fields: where.join(', ') })),
  ].map(textOf);
