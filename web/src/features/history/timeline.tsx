import { Timeline as Line, Text } from '@mantine/core';
import { useFormats } from '../../texts/formats.ts';
import { type SentenceTranslations, translateMessage, translateSentence } from '../../texts/said.ts';
import { useTexts } from '../../texts/texts.tsx';
import type { HistoryDetail } from './queries.ts';

/** The detail of an entry without a code: a sentence, or a person or language followed by one. */
function detailText(sentences: SentenceTranslations, event: string, detail: string): string {
  const whole = translateSentence(sentences, detail);
  if (whole !== detail) return whole;
  const [, subject, between, rest, asked = ''] =
    (event === 'language' ? /^([^,]+)(, )(.+?)( \([^()]+\))?$/ : /^([^:]+)(: )(.+)$/s).exec(detail) ?? [];
  return rest ? `${subject}${between}${translateSentence(sentences, rest)}${asked}` : detail;
}

/** What happened to an execution, in order. */
export function Timeline({ of: events }: { of: HistoryDetail['timeline'] }) {
  const { history, said, messages } = useTexts();
  const { full } = useFormats();
  if (events.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {history.noTimeline}
      </Text>
    );
  return (
    <Line active={events.length} bulletSize={14} lineWidth={2} color="pine" aria-label={history.timeline}>
      {events.map(({ at, event, detail, message }, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries are only appended
        <Line.Item key={position} title={history.events[event] ?? event}>
          {detail && (
            <Text size="sm">
              {(message && messages && translateMessage(messages, said, message)) ??
                detailText(said, event, detail)}
            </Text>
          )}
          <Text size="xs" c="dimmed" component="time" dateTime={at}>
            {full(at)}
          </Text>
        </Line.Item>
      ))}
    </Line>
  );
}
