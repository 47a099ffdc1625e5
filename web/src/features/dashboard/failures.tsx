import { Anchor, Group, Progress, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useStore } from '../../api/session.ts';
import { Section } from '../../parts/section.tsx';
import { storePath } from '../../parts/store-path.ts';
import { Time } from '../../parts/time.tsx';
import { useRunName } from '../../parts/use-run-name.ts';
import { capitalized } from '../../texts/said.ts';
import { useTexts } from '../../texts/texts.tsx';
import { useTranslateMessage } from '../../texts/use-said.ts';
import type { Stats } from './queries.ts';

/** The most frequent failures, each with a bar relative to the worst, and a link to its executions. */
export function Failures({ of: failures }: { of: Stats['topFailures'] }) {
  const { dashboard } = useTexts();
  const said = useTranslateMessage();
  const runName = useRunName();
  const { id } = useStore();
  const worst = Math.max(1, ...failures.map(({ failed }) => failed));
  return (
    <Section title={dashboard.failures}>
      {failures.length === 0 && (
        <Text size="sm" c="dimmed">
          {dashboard.noFailures}
        </Text>
      )}
      <Stack
        component="ul"
        aria-label={dashboard.failures}
        gap="md"
        p={0}
        m={0}
        style={{ listStyle: 'none' }}
      >
        {failures.map((failure) => (
          <li key={`${failure.actionType} ${failure.actionConfigId}`}>
            <Group justify="space-between" gap="sm" wrap="nowrap" align="baseline">
              <Anchor
                component={Link}
                to={storePath(id, 'history')}
                search={
                  {
                    status: 'FAILED',
                    actionType: failure.actionType,
                    ...(failure.actionConfigId && { actionConfigId: failure.actionConfigId }),
                  } as never
                }
                size="sm"
                fw={600}
                underline="hover"
                miw={0}
              >
                {runName(failure)}
              </Anchor>
              <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
                {dashboard.times(failure.failed)}
              </Text>
            </Group>
            <Progress value={(failure.failed / worst) * 100} color="red.7" size="xs" my={6} aria-hidden />
            <Text size="xs" c="dimmed" lineClamp={2}>
              {failure.lastError && capitalized(said(failure.lastError))}
              {failure.lastFailedAt && (
                <>
                  {' · '}
                  <Time of={failure.lastFailedAt} />
                </>
              )}
            </Text>
          </li>
        ))}
      </Stack>
    </Section>
  );
}
