import { Text } from '@mantine/core';
import { useTexts } from '../../texts/texts.tsx';
import { factsOf, type RunCounts } from './reach.rules.ts';
import { useReach } from './use-reach.ts';

/** Of a preset or file that is in use: how many steps and runs that is. As high, whatever it says. */
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
