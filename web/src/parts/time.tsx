import { Text, Tooltip } from '@mantine/core';
import { useFormats } from '../texts/formats.ts';
import { useTexts } from '../texts/texts.tsx';

/** Formats as `3 hours ago`, with the full time on hover or focus. */
export function Time({ of, absolute = false }: { of: string | null; absolute?: boolean }) {
  const formats = useFormats();
  const { common } = useTexts();
  if (of === null) return common.never;
  return (
    <Tooltip label={formats.full(of)} events={{ hover: true, focus: true, touch: true }}>
      <Text component="time" dateTime={of} inherit style={{ whiteSpace: 'nowrap' }}>
        {absolute ? formats.day(of) : formats.relative(of)}
      </Text>
    </Tooltip>
  );
}

/** `240 ms`, and `1.4 s` from a second on. */
export function Duration({ ms }: { ms: number | null }) {
  const { history } = useTexts();
  const { number } = useFormats();
  if (ms === null) return '–';
  return ms < 1000 ? history.milliseconds(number(ms)) : history.seconds(number(Math.round(ms / 100) / 10));
}
