import { Badge, Group, Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormats } from '../texts/formats.ts';
import { useTexts } from '../texts/texts.tsx';
import { CodeBlock } from './copy.tsx';
import { prettyPrintJson } from './pretty-print-json.ts';
import { Section } from './section.tsx';

export interface SentRequest {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
}

export interface ShownResponse {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
  bytes: number;
  truncated: boolean;
}

function Headers({ of: headers, label }: { of: Readonly<Record<string, string>>; label: string }) {
  const { common, history } = useTexts();
  const entries = Object.entries(headers);
  if (entries.length === 0) return null;
  return (
    <div>
      <Text size="xs" c="dimmed" fw={600} mb={4}>
        {history.headers}
      </Text>
      <Table aria-label={label} verticalSpacing={4} horizontalSpacing={0} fz="xs" ff="monospace">
        <VisuallyHidden component="thead">
          <tr>
            <th>{common.name}</th>
            <th>{history.headers}</th>
          </tr>
        </VisuallyHidden>
        <Table.Tbody>
          {entries.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Td w="38%" pr="md" c="dimmed" style={{ verticalAlign: 'top' }}>
                {name}
              </Table.Td>
              <Table.Td>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function Body({ text, label }: { text: string | null; label: string }) {
  const { history } = useTexts();
  return text ? (
    <CodeBlock text={prettyPrintJson(text)} label={label} />
  ) : (
    <Text size="sm" c="dimmed">
      {history.noBody}
    </Text>
  );
}

/** A request and its response, without secrets. */
export function HttpExchange({
  sent,
  received,
  action,
}: {
  sent: SentRequest;
  received: ShownResponse | null;
  action?: ReactNode;
}) {
  const { history } = useTexts();
  const { number } = useFormats();
  return (
    <>
      <Section title={history.sent} hint={history.masked}>
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <Badge color="gray" style={{ flexShrink: 0 }}>
            {sent.method}
          </Badge>
          <Text size="sm" ff="monospace" miw={0}>
            {sent.url}
          </Text>
        </Group>
        <Headers of={sent.headers} label={`${history.sent}: ${history.headers}`} />
        <Body text={sent.body} label={`${history.sent}: ${history.body}`} />
      </Section>
      <Section title={history.received} action={action}>
        {received ? (
          <Stack gap="md">
            <Group gap="xs">
              <Badge color={received.status < 300 ? 'pine' : 'red'}>{received.status}</Badge>
              <Text size="sm" c="dimmed">
                {history.bytes(number(received.bytes))}
              </Text>
            </Group>
            <Headers of={received.headers} label={`${history.received}: ${history.headers}`} />
            <Body text={received.body} label={`${history.received}: ${history.body}`} />
            {received.truncated && (
              <Text size="sm" c="dimmed">
                {history.cut}
              </Text>
            )}
          </Stack>
        ) : (
          <Text size="sm" c="dimmed">
            {history.nothingReceived}
          </Text>
        )}
      </Section>
    </>
  );
}
