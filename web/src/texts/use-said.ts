import type { Message } from 'outstep/kernel/messages/message.ts';
import { say, sayMessage } from './said.ts';
import { useTexts } from './texts.tsx';

/** Translates what the server reported, by its code if there is one. */
export function useSaid() {
  const { said, messages } = useTexts();
  return (sentence: string, message: Message | null = null) =>
    (message && messages && sayMessage(messages, said, message)) ?? say(said, sentence);
}
