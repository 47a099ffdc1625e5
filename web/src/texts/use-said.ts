import type { Message } from 'outstep/kernel/messages/message.ts';
import { say, sayMessage } from './said.ts';
import { useTexts } from './texts.tsx';

/** What the server said, in the reader's language: by its code where it came with one. */
export function useSaid() {
  const { said, messages } = useTexts();
  return (sentence: string, message: Message | null = null) =>
    (message && messages && sayMessage(messages, said, message)) ?? say(said, sentence);
}
