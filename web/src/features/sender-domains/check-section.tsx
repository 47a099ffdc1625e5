import { Alert, Box, Code, Group, Stack, Text } from '@mantine/core';
import {
  type Icon,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconHelpCircle,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CodeBlock } from '../../parts/copy.tsx';
import { Section } from '../../parts/section.tsx';
import type { DnsRecord, State } from './queries.ts';
import { useDomainTexts } from './use-domain-texts.ts';

const stateStyles: Record<State, { picture: Icon; ink: string; ground: string }> = {
  right: { picture: IconCircleCheck, ink: 'var(--mantine-primary-color-filled)', ground: 'pine' },
  wrong: { picture: IconAlertTriangle, ink: 'var(--mantine-color-error)', ground: 'red' },
  missing: { picture: IconCircleDashed, ink: 'var(--mantine-color-error)', ground: 'gray' },
  unknown: { picture: IconHelpCircle, ink: 'var(--mantine-color-dimmed)', ground: 'gray' },
};

/** A word and an icon, because color alone would exclude those who cannot see it. */
function StateMark({ of }: { of: State }) {
  const senderDomains = useDomainTexts();
  const { picture: Picture, ink } = stateStyles[of];
  return (
    <Group gap={6} wrap="nowrap">
      <Picture size={20} color={ink} style={{ flexShrink: 0 }} aria-hidden />
      <Text size="sm" fw={600}>
        {senderDomains.states[of]}
      </Text>
    </Group>
  );
}

interface CheckSectionProps {
  title: string;
  hint: string;
  state: State;
  /** The DNS name that was queried, and what it holds. */
  name: string;
  found: readonly string[];
  sentences: readonly string[];
  put: DnsRecord | null;
  /** Additional advice for this record. */
  advice?: string;
  children?: ReactNode;
}

/** One of the three checks: its state, the current DNS entry, and the required one. */
export function CheckSection(props: CheckSectionProps) {
  const { title, hint, state, name, found, sentences, put, advice, children } = props;
  const senderDomains = useDomainTexts();
  return (
    <Section title={title} hint={hint} action={<StateMark of={state} />}>
      <Alert color={stateStyles[state].ground} variant="light" role={state === 'wrong' ? 'alert' : 'status'}>
        <Stack gap={6}>
          {sentences.map((sentence) => (
            <Text key={sentence} size="sm" style={{ overflowWrap: 'anywhere' }}>
              {sentence}
            </Text>
          ))}
        </Stack>
      </Alert>
      {found.length > 0 && (
        <Box>
          <Text size="sm" c="dimmed" mb={6} style={{ overflowWrap: 'anywhere' }}>
            {senderDomains.found(name)}
          </Text>
          <Stack gap={6}>
            {found.map((text) => (
              <Code key={text} block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                {text}
              </Code>
            ))}
          </Stack>
        </Box>
      )}
      {children}
      {put && <Put record={put} replaces={found.length > 0} {...(advice !== undefined && { advice })} />}
    </Section>
  );
}

function Put({ record, replaces, advice }: { record: DnsRecord; replaces: boolean; advice?: string }) {
  const senderDomains = useDomainTexts();
  return (
    <Box>
      <Text size="sm" fw={600} mb={6}>
        {replaces ? senderDomains.putInstead : senderDomains.put}
      </Text>
      <Stack gap="xs">
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            {senderDomains.type}
          </Text>
          <Code>{record.type}</Code>
        </Group>
        <Box>
          <Text size="sm" c="dimmed" mb={4}>
            {senderDomains.name}
          </Text>
          <CodeBlock text={record.name} label={senderDomains.name} />
          <Text size="xs" c="dimmed" mt={4}>
            {senderDomains.nameHint}
          </Text>
        </Box>
        <Box>
          <Text size="sm" c="dimmed" mb={4}>
            {senderDomains.value}
          </Text>
          <CodeBlock text={record.value} label={senderDomains.value} />
        </Box>
        {advice && (
          <Text size="xs" c="dimmed">
            {advice}
          </Text>
        )}
      </Stack>
    </Box>
  );
}
