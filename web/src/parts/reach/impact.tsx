import { Skeleton, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.tsx';
import { factsOf, hasNoReach, type Reach, type RunCounts, runsIn, workflowsOf } from './reach.rules.ts';
import { useReach } from './use-reach.ts';

const MOST_NAMED = 5;
/** Reserves space for the longest text, so that the button below doesn't move when it loads. */
const ROOM = '5.6rem';

/** Shown before a layout or request is deleted: which steps would fail, and how often they ran. */
export function DeletionImpact({ path }: { path: string }) {
  const found = useReach<Reach>(path);
  return (
    <Stack gap={2} mih={ROOM} aria-busy={found === undefined}>
      {found === undefined ? <Skeleton height={14} mt={4} width="70%" /> : <Lost reach={found} />}
    </Stack>
  );
}

function Lost({ reach: found }: { reach: Reach | null }) {
  const { reach } = useTexts();
  if (found === null) return <Said>{reach.unknown}</Said>;
  if (hasNoReach(found)) return <Said>{reach.nothing}</Said>;
  const ran = runsIn(found, reach);
  if (found.stepCount === 0) return <Said>{reach.ranUnused(ran)}</Said>;
  const names = workflowsOf(found.steps, reach);
  const named = names.slice(0, MOST_NAMED);
  return (
    <>
      <b>{reach.willFail(found.stepCount)}</b>
      <Text size="sm" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
        {named.map((name, i) => (
          <span key={name}>
            {i > 0 && ', '}
            <bdi>{name}</bdi>
          </span>
        ))}{' '}
        {names.length > named.length && reach.more(names.length - named.length)}
      </Text>
      <Said>{reach.ran(ran)}</Said>
    </>
  );
}

const Said = ({ children }: { children: ReactNode }) => <Text size="sm">{children}</Text>;

/** The steps and runs that use a preset or file. Keeps its height regardless of its content. */
export function UsageImpact({ path, fileKey }: { path: string; fileKey?: string }) {
  const { reach } = useTexts();
  const found = useReach<RunCounts & { total: number }>(path, {
    limit: 100,
    ...(fileKey && { key: fileKey }),
  });
  return (
    <Text size="sm" mih="3.1em" mt="xs" aria-busy={found === undefined}>
      {found === undefined && reach.looking}
      {found === null && reach.unknown}
      {found && reach.line([reach.layouts(found.total), ...factsOf(found, reach)])}
    </Text>
  );
}
