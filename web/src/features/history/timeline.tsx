import { Timeline as Line, Text } from '@mantine/core';
import { useFormats } from '../../texts/formats.ts';
import { useTexts } from '../../texts/texts.tsx';
import type { HistoryDetail } from './queries.ts';

/** What happened to an execution, in order. */
export function Timeline({ of: events }: { of: HistoryDetail['timeline'] }) {
  const { history } = useTexts();
  const { full } = useFormats();
  if (events.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {history.noTimeline}
      </Text>
    );
  return (
    <Line active={events.length} bulletSize={14} lineWidth={2} color="pine" aria-label={history.timeline}>
      {events.map(({ at, event, detail }, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries are only ever added at the end
        <Line.Item key={position} title={history.events[event] ?? event}>
          {detail && <Text size="sm">{detail}</Text>}
          <Text size="xs" c="dimmed" component="time" dateTime={at}>
            {full(at)}
          </Text>
        </Line.Item>
      ))}
    </Line>
  );
}
