import { message } from '../../../kernel/messages/message.ts';
import { mailLanguageOf } from '../../layouts/compiling/mail-source.ts';
import type { LayoutState } from '../../layouts/content/layout-state.schema.ts';
import type { PlanNotes } from './plan-notes.ts';

export interface LayoutToSend {
  id: string | null;
  version: number | null;
  state: LayoutState;
  notSent?: ReadonlySet<string>;
}

const localeReasons = {
  exact: message('language_as_asked'),
  base: message('language_base'),
  regional: message('language_other_region'),
  layout: message('language_main'),
} as const;

/** Chooses the language to send, and records the reason in history. */
export function chooseLanguage(
  notes: PlanNotes,
  { state, notSent }: LayoutToSend,
  asked: string | null,
): string {
  const wanted = asked ?? undefined;
  const { locale, resolvedFrom } = mailLanguageOf(state, wanted, notSent);
  const { locale: leftOut } = mailLanguageOf(state, wanted);
  notes.note.locale = locale;
  if (leftOut !== locale)
    notes.add({ event: 'language', detail: message('language_incomplete', { locale: leftOut }) });
  const why = localeReasons[resolvedFrom];
  notes.add({
    event: 'language',
    detail: asked
      ? message('language_chosen_for', { locale, why, asked })
      : message('language_chosen', { locale, why }),
  });
  return locale;
}
