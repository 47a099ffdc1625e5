import { useLanguageName } from '../../../parts/language-name.ts';
import { notify } from '../../../parts/notify.ts';
import { useEventCallback } from '../../../parts/use-event-callback.ts';
import { useTexts } from '../../../texts/texts.tsx';
import type { UndoStep } from '../../editor/model/history.rules.ts';
import {
  changedLocalesOf,
  type EditSession,
  redoInSession,
  redoStepOf,
  undoInSession,
  undoStepOf,
  unparsedIn,
} from './session.rules.ts';
import { useShowLanguage } from './show-language.ts';
import type { LayoutSession } from './use-layout-session.ts';

/**
 * Undo and redo across all languages: shows the language that a step changes and announces what was undone.
 */
export function useUndo({ session, act, isLedHere }: LayoutSession, locale: string) {
  const { editor } = useTexts();
  const nameOf = useLanguageName();
  const showLanguage = useShowLanguage();
  const wordsFor = (step: UndoStep | undefined) =>
    step ? (editor.steps[step.label as keyof typeof editor.steps] ?? step.label) : null;

  const go = (
    step: UndoStep | undefined,
    move: (before: EditSession) => EditSession,
    say: (what: string) => string,
  ) => {
    if (!step) return;
    const locales = changedLocalesOf(step);
    const [other] = locales.has(locale) ? [] : locales;
    const broken = [...locales].find((each) => unparsedIn(session, each) !== null);
    if (broken !== undefined) {
      // Undo would lose the code that is being typed there.
      notify(`${nameOf(broken)}: ${editor.codeFirst}`);
      return showLanguage(broken);
    }
    act(move);
    if (other === undefined) return;
    notify(`${nameOf(other)}: ${say(wordsFor(step) ?? '')}`);
    isLedHere.current = true;
    showLanguage(other);
  };
  return {
    undo: useEventCallback(() => go(undoStepOf(session), undoInSession, editor.said.undone)),
    redo: useEventCallback(() => go(redoStepOf(session), redoInSession, editor.said.redone)),
    labelOfUndo: wordsFor(undoStepOf(session)),
    labelOfRedo: wordsFor(redoStepOf(session)),
  };
}
