import { Anchor, Paper, SimpleGrid, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useStore } from '../../api/session.ts';
import { storePath } from '../../parts/store-path.ts';
import { useFormats } from '../../texts/formats.ts';
import { useTexts } from '../../texts/texts.tsx';
import type { Stats } from './queries.ts';

function Figure({ name, value, children }: { name: string; value: string; children: ReactNode }) {
  return (
    <Paper withBorder p="md">
      <Text size="sm" c="dimmed" fw={600}>
        {name}
      </Text>
      <Text fz={28} fw={650} lh={1.3}>
        {value}
      </Text>
      <Text size="xs" c="dimmed" component="div">
        {children}
      </Text>
    </Paper>
  );
}

/** Rounded down, so that 100 % means no failures. */
const percent = (rate: number) => Math.floor(rate * 1000) / 10;

export function Figures({ stats }: { stats: Stats }) {
  const { dashboard } = useTexts();
  const { id } = useStore();
  const { number } = useFormats();
  const { totals, successRate, byActionType } = stats;
  const formatRate = (rate: number | null) =>
    rate === null ? '–' : dashboard.percent(number(percent(rate)));
  const of = (type: Stats['byActionType'][number]['actionType']) =>
    byActionType.find(({ actionType }) => actionType === type);
  const kind = (name: string, type: Stats['byActionType'][number]['actionType']) => {
    const { total = 0, successRate: rate = null } = of(type) ?? {};
    return (
      <Figure name={name} value={number(total)}>
        {rate === null ? dashboard.none : dashboard.worked(formatRate(rate))}
      </Figure>
    );
  };
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing={{ base: 'sm', md: 'lg' }}>
      <Figure name={dashboard.successRate} value={formatRate(successRate)}>
        {successRate === null
          ? dashboard.nothingEnded
          : dashboard.successHint(number(totals.success), number(totals.success + totals.failed))}
      </Figure>
      {kind(dashboard.mails, 'EMAIL')}
      {kind(dashboard.requests, 'HTTP_REQUEST')}
      <Figure name={dashboard.failed} value={number(totals.failed)}>
        {totals.failed > 0 ? (
          <Anchor
            component={Link}
            to={storePath(id, 'history')}
            search={{ status: 'FAILED' } as never}
            size="xs"
          >
            {dashboard.failedHint}
          </Anchor>
        ) : (
          dashboard.noFailures
        )}
      </Figure>
    </SimpleGrid>
  );
}
