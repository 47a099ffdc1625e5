import { data as de } from '../../../texts/de/editor-data.ts';
import { data as en } from '../../../texts/en/editor-data.ts';
import { useFormats } from '../../../texts/formats.ts';
import { type Language, useLanguage, useTexts } from '../../../texts/texts.tsx';
import type { DataChoice, LayoutRun } from './data-choice.ts';

/** Used only by the editor, so they load with it and not up front. */
const texts: Readonly<Record<Language, typeof en>> = { en, de };

export const useDataTexts = () => texts[useLanguage().language];

/** The names of data sources: in the menu, in announcements, and beside a test email. */
export function useDataNames() {
  const words = useDataTexts();
  const { history } = useTexts();
  const { relative } = useFormats();
  const nameOfRun = ({ createdAt, status }: LayoutRun) =>
    words.run(
      relative(createdAt),
      status === 'SUCCESS' ? history.receivedStates.sent : history.statuses[status],
    );
  const nameOf = (choice: DataChoice) =>
    choice.of === 'run' ? nameOfRun(choice.run) : words[choice.of === 'shape' ? choice.shape : 'tested'];
  return { nameOf, nameOfRun };
}
