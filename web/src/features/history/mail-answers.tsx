import { Code, Group, Stack, Text } from '@mantine/core';
import { Facts } from '../../parts/facts.tsx';
import { Section } from '../../parts/section.tsx';
import { Time } from '../../parts/time.tsx';
import { useTexts } from '../../texts/texts.tsx';
import type { HistoryDetail } from './queries.ts';

interface MailAnswer {
  recipient: string;
  state: string;
  answer: string | null;
  queueId: string | null;
  providerMessageId?: string;
  messageId: string;
  at: string | null;
  attempt: number;
}

const code = (text: string | null | undefined) => (text ? <Code>{text}</Code> : null);

/** The response of the mail server or mailbox for each recipient's message. */
export function MailAnswers({ entry }: { entry: HistoryDetail }) {
  const { history } = useTexts();
  const { recipients = [] } = (entry.response ?? {}) as { recipients?: MailAnswer[] };
  if (entry.actionType !== 'EMAIL' || entry.captured || recipients.length === 0) return null;
  return (
    <Section title={history.mailAnswers} hint={history.mailAnswersHint}>
      <Stack gap="md">
        {recipients.map((each) => (
          <div key={each.recipient + each.messageId}>
            <Group justify="space-between" gap="xs">
              <Text size="sm" fw={600}>
                {each.recipient}
              </Text>
              <Text size="sm" c={each.state === 'failed' ? 'var(--mantine-color-error)' : 'dimmed'}>
                {history.events[each.state] ?? each.state}
              </Text>
            </Group>
            <Facts
              facts={[
                [history.answer, code(each.answer) ?? history.noAnswer],
                [history.queueId, code(each.queueId)],
                [history.providerMessageId, code(each.providerMessageId)],
                ['Message-ID', code(each.messageId)],
                [history.when, each.at && <Time key="at" of={each.at} />],
                [history.attempt, each.attempt > 1 ? each.attempt : null],
              ]}
            />
          </div>
        ))}
      </Stack>
    </Section>
  );
}
