import { Text } from '@mantine/core';
import { CodeBlock } from '../../parts/copy.tsx';
import { HttpExchange, type SentRequest, type ShownResponse } from '../../parts/exchange.tsx';
import { Facts } from '../../parts/facts.tsx';
import { MailFrame } from '../../parts/mail/mail-frame.tsx';
import { Section } from '../../parts/section.tsx';
import { useTexts } from '../../texts/texts.tsx';
import type { HistoryDetail } from './queries.ts';

interface SentMail {
  subject?: string;
  text?: string;
  html?: string;
  files?: string[];
}

/** The stored content of an execution: a request with its response, or the text of an email. */
export function SentContent({ entry }: { entry: HistoryDetail }) {
  const { history } = useTexts();
  if (entry.request === null)
    return (
      <Section title={history.sent}>
        <Text size="sm" c="dimmed">
          {history.nothingSent}
        </Text>
      </Section>
    );
  if (entry.actionType === 'HTTP_REQUEST')
    return (
      <HttpExchange sent={entry.request as SentRequest} received={entry.response as ShownResponse | null} />
    );
  const { subject, text, html, files = [] } = entry.request as SentMail;
  return (
    <Section title={entry.captured ? history.whatWasCaptured : history.sent} hint={history.masked}>
      <Facts
        facts={[
          [history.subject, subject || null],
          [history.files, files.join(', ') || null],
        ]}
      />
      {html && <MailFrame html={html} title={history.asItLooked} height={420} />}
      {text && <CodeBlock text={text} label={history.plainText} />}
    </Section>
  );
}
