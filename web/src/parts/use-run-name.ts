import { useTexts } from '../texts/texts.tsx';
import { useTranslateMessage } from '../texts/use-said.ts';

/**
 * Names a run after its layout or request, or in the reader's language if the step named none that exists.
 */
export function useRunName() {
  const { history } = useTexts();
  const said = useTranslateMessage();
  return ({
    actionConfigId,
    actionConfigName,
  }: {
    actionConfigId: string | null;
    actionConfigName: string;
  }) => (actionConfigId === null ? said(actionConfigName) : actionConfigName) || history.unnamed;
}
