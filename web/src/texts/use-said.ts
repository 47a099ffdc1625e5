import type { Message } from 'outstep/kernel/messages/message.ts';
import { translateMessage, translateSentence } from './said.ts';
import { useTexts } from './texts.tsx';

/** Translates what the server reported, by its code if there is one. */
export function useTranslateMessage() {
  const { said, messages } = useTexts();
  return (sentence: string, message: Message | null = null) =>
    (message && messages && translateMessage(messages, said, message)) ?? translateSentence(said, sentence);
}
