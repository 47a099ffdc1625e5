import { testVariables as de } from '../../../texts/de/editor-test-variables.ts';
import { testVariables as en } from '../../../texts/en/editor-test-variables.ts';
import { type Language, useLanguage } from '../../../texts/texts.tsx';

/** Of the editor alone: they come with it and not with the first load. */
const texts: Readonly<Record<Language, typeof en>> = { en, de };

export const useTestVariableTexts = () => texts[useLanguage().language];
