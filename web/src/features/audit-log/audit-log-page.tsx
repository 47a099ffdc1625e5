import { Badge, Group, Select, Text, Tooltip } from '@mantine/core';
import { IconHistoryToggle } from '@tabler/icons-react';
import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { useListQuery, useSearchParams } from '../../parts/search-params.ts';
import { Time } from '../../parts/time.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { useAuditLog } from './queries.ts';

/** Offers who and what the newest entries name, and what is chosen already. */
function Filters() {
  const { auditLog, common } = useTexts();
  const [{ actor = null, operation = null }, change] = useSearchParams();
  const items = useAuditLog({ limit: 100 }).data?.items ?? [];
  const actors = new Map(items.map((entry) => [entry.actor.id, entry.actor.name]));
  const operations = new Set(items.map((entry) => entry.operation));
  if (actor && !actors.has(actor)) actors.set(actor, actor);
  if (operation) operations.add(operation);
  const clear = { clearable: true, clearButtonProps: { 'aria-label': common.clearFilters } };
  return (
    <>
      <Select
        label={auditLog.who}
        placeholder={auditLog.anybody}
        data={[...actors].map(([value, label]) => ({ value, label }))}
        value={actor}
        onChange={(value) => change({ actor: value })}
        {...clear}
      />
      <Select
        label={auditLog.what}
        placeholder={auditLog.anything}
        data={[...operations].sort()}
        value={operation}
        onChange={(value) => change({ operation: value })}
        {...clear}
      />
    </>
  );
}

const firstSentence = (text: string) => text.split('. ', 1)[0]?.replace(/\.$/, '');

function Target({ text }: { text: string }) {
  return (
    <Tooltip label={text}>
      <Text ff="monospace" size="xs" truncate maw={160} ml="auto">
        {text}
      </Text>
    </Tooltip>
  );
}

export function Page() {
  const { auditLog, pages } = useTexts();
  return (
    <>
      <PageHeader title={pages.auditLog} lead={auditLog.lead} />
      <DataTable
        label={pages.auditLog}
        of={useAuditLog(useListQuery('actor', 'operation'))}
        rowKey={({ id }) => id}
        filters={{ names: ['actor', 'operation'], controls: <Filters /> }}
        empty={<EmptyState icon={IconHistoryToggle} title={auditLog.empty} hint={auditLog.emptyHint} />}
        columns={[
          {
            title: auditLog.what,
            cell: ({ summary, operation }) => (
              <>
                <Text size="sm" fw={600}>
                  {firstSentence(summary)}
                </Text>
                <Text size="xs" c="dimmed" ff="monospace">
                  {operation}
                </Text>
              </>
            ),
          },
          { title: auditLog.target, width: 190, cell: ({ target }) => target && <Target text={target} /> },
          {
            title: auditLog.who,
            width: 190,
            cell: ({ actor }) => (
              <Group gap={6} justify="inherit">
                {actor.name}
                <Badge color="gray" size="sm">
                  {auditLog.actorTypes[actor.type]}
                </Badge>
              </Group>
            ),
          },
          { title: auditLog.via, width: 120, cell: ({ via }) => auditLog.vias[via] },
          { title: auditLog.when, width: 130, cell: ({ at }) => <Time of={at} /> },
        ]}
      />
    </>
  );
}
