import { useLanguageName } from '../../../parts/language-name.ts';
import { notify } from '../../../parts/notify.ts';
import { useSteady } from '../../../parts/use-steady.ts';
import { useTexts } from '../../../texts/texts.tsx';
import type { Step } from '../../editor/model/history.rules.ts';
import {
  localesOf,
  redone,
  type Session,
  stepBack,
  stepForward,
  undone,
  unparsedIn,
} from './session.rules.ts';
import { useShowLanguage } from './show-language.ts';
import type { LayoutSession } from './use-layout-session.ts';

/** Back and forth over all languages: the one that a step changes is shown, and it is said what was undone there. */
export function useUndo({ session, act, isLedHere }: LayoutSession, locale: string) {
  const { editor } = useTexts();
  const nameOf = useLanguageName();
  const showLanguage = useShowLanguage();
  const wordsFor = (step: Step | undefined) =>
    step ? (editor.steps[step.label as keyof typeof editor.steps] ?? step.label) : null;

  const go = (step: Step | undefined, move: (before: Session) => Session, say: (what: string) => string) => {
    if (!step) return;
    const locales = localesOf(step);
    const [other] = locales.has(locale) ? [] : locales;
    const broken = [...locales].find((each) => unparsedIn(session, each) !== null);
    if (broken !== undefined) {
      // The text that is being typed there would be lost.
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
    undo: useSteady(() => go(stepBack(session), undone, editor.said.undone)),
    redo: useSteady(() => go(stepForward(session), redone, editor.said.redone)),
    labelOfUndo: wordsFor(stepBack(session)),
    labelOfRedo: wordsFor(stepForward(session)),
  };
}
