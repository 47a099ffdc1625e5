import { useFormats } from '../texts/formats.ts';
import { useTexts } from '../texts/texts.tsx';

/** `240 ms`, and `1.4 s` from a second on. */
export function Duration({ ms }: { ms: number | null }) {
  const { history } = useTexts();
  const { number } = useFormats();
  if (ms === null) return '–';
  return ms < 1000 ? history.milliseconds(number(ms)) : history.seconds(number(Math.round(ms / 100) / 10));
}
