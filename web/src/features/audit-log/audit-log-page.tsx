import { Badge, Group, Select, Text } from '@mantine/core';
import { IconHistoryToggle } from '@tabler/icons-react';
import { useMay } from '../../api/session.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ExportButton } from '../../parts/export-button.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { useListQuery, useSearchParams } from '../../parts/search-params.ts';
import { Time } from '../../parts/time.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { useOperationTexts } from '../../texts/use-operation-texts.ts';
import { useAuditLog } from './queries.ts';
import { Target } from './target.tsx';

/** Offers the actors and operations of the newest entries, plus those already chosen. */
function Filters() {
  const { auditLog, common } = useTexts();
  const words = useOperationTexts();
  const [{ actor = null, operation = null }, change] = useSearchParams();
  const items = useAuditLog({ limit: 100 }).data?.items ?? [];
  const actors = new Map(items.map((entry) => [entry.actor.id, entry.actor.name]));
  const operations = new Set(items.map((entry) => entry.operation));
  if (actor && !actors.has(actor)) actors.set(actor, actor);
  if (operation) operations.add(operation);
  const named = [...operations].map((value) => ({ value, label: words[value] ?? value }));
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
        data={named.toSorted((a, b) => a.label.localeCompare(b.label))}
        value={operation}
        onChange={(value) => change({ operation: value })}
        {...clear}
      />
    </>
  );
}

export function Page() {
  const { auditLog, pages } = useTexts();
  const operations = useOperationTexts();
  const owner = useMay('owner');
  return (
    <>
      <PageHeader title={pages.auditLog} lead={auditLog.lead}>
        {owner && <ExportButton path="/audit-log/export">{auditLog.export}</ExportButton>}
      </PageHeader>
      <DataTable
        label={pages.auditLog}
        of={useAuditLog(useListQuery('actor', 'operation'))}
        rowKey={({ id }) => id}
        filters={{ names: ['actor', 'operation'], controls: <Filters /> }}
        empty={<EmptyState icon={IconHistoryToggle} title={auditLog.empty} hint={auditLog.emptyHint} />}
        columns={[
          {
            title: auditLog.what,
            cell: ({ operation }) => (
              <Text size="sm" fw={600}>
                {operations[operation] ?? operation}
              </Text>
            ),
          },
          { title: auditLog.target, width: 260, cell: (entry) => <Target of={entry} /> },
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
          {
            title: auditLog.via,
            width: 150,
            cell: ({ via, address, agent }) => (
              <>
                {auditLog.vias[via]}
                <Text size="xs" c="dimmed" title={agent ?? ''} style={{ overflowWrap: 'anywhere' }}>
                  {address ?? agent}
                </Text>
              </>
            ),
          },
          { title: auditLog.when, width: 130, cell: ({ at }) => <Time of={at} /> },
        ]}
      />
    </>
  );
}
