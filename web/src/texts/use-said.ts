import { say } from './said.ts';
import { useTexts } from './texts.tsx';

/** What the server said, in the reader's language. */
export function useSaid() {
  const { said } = useTexts();
  return (sentence: string) => say(said, sentence);
}
