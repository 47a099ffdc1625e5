import { testVariables as de } from '../../../texts/de/editor-test-variables.ts';
import { testVariables as en } from '../../../texts/en/editor-test-variables.ts';
import { type Language, useLanguage } from '../../../texts/texts.tsx';

/** Used only by the editor, so they load with it and not up front. */
const texts: Readonly<Record<Language, typeof en>> = { en, de };

export const useTestVariableTexts = () => texts[useLanguage().language];
