import { Anchor, Badge, Button, Flex, Group, Stack, Text, Title } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { ConfirmChange } from '../../parts/confirm.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { notify } from '../../parts/notify.ts';
import { useSearchParams } from '../../parts/search-params.ts';
import { Time } from '../../parts/time.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { ChangesDialog } from './changes-dialog.tsx';
import { Commits } from './commits.tsx';
import { type Layout, useRestore, useVersions } from './queries.ts';
import { SnapshotDialog } from './snapshot-dialog.tsx';
import { useUndoPromote } from './use-undo-promote.ts';

export function VersionsTab({ layout }: { layout: Layout }) {
  const { layouts, common } = useTexts();
  const editor = useMay('editor');
  const [params] = useSearchParams();
  // History links to the version that was sent.
  const [looking, setLooking] = useState<number | null>(Number(params['version']) || null);
  const [comparing, setComparing] = useState<number | null>(null);
  const [restoring, setRestoring] = useState<number | null>(null);
  const restore = useRestore(layout.id);
  const undo = useUndoPromote(layout.id);
  return (
    <Stack gap="xl">
      <Stack component="section" gap="sm">
        <Title order={2}>{layouts.versions}</Title>
        <Text size="sm" c="dimmed">
          {layouts.versionsLead}
        </Text>
        <DataTable
          label={layouts.versions}
          of={useVersions(layout.id)}
          rowKey={({ version }) => String(version)}
          empty={<EmptyState icon={IconHistory} title={layouts.noVersions} />}
          columns={[
            {
              title: layouts.version,
              cell: ({ version, summary, subject }) => (
                <>
                  <Group gap="xs">
                    <Anchor
                      component="button"
                      type="button"
                      size="sm"
                      fw={600}
                      onClick={() => setLooking(version)}
                    >
                      {layouts.versionNumber(version)}
                    </Anchor>
                    {version === layout.version && <Badge size="sm">{layouts.current}</Badge>}
                  </Group>
                  <Text size="sm">{summary}</Text>
                  <Text size="xs" c="dimmed">
                    {subject}
                  </Text>
                </>
              ),
            },
            {
              title: layouts.by,
              width: 190,
              cell: ({ author, source }) => (
                <Group gap={6} justify="inherit">
                  {author.name}
                  <Badge color="gray" size="sm">
                    {layouts.sources[source]}
                  </Badge>
                </Group>
              ),
            },
            { title: layouts.when, width: 140, cell: ({ createdAt }) => <Time of={createdAt} /> },
          ]}
          actions={({ version, source }) =>
            version === layout.version ? (
              editor &&
              source === 'promote' && (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={layouts.undoPromote}
                  onClick={() => void undo(version)}
                >
                  {common.undo}
                </Button>
              )
            ) : (
              <Flex gap="xs" wrap={{ base: 'wrap', sm: 'nowrap' }} justify="flex-end">
                <Button
                  size="xs"
                  variant="default"
                  aria-label={layouts.compareOf(version)}
                  onClick={() => setComparing(version)}
                >
                  {layouts.compare}
                </Button>
                {editor && (
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={layouts.restoreOf(version)}
                    onClick={() => setRestoring(version)}
                  >
                    {layouts.restore}
                  </Button>
                )}
              </Flex>
            )
          }
        />
      </Stack>
      <Commits layout={layout} />
      <SnapshotDialog layoutId={layout.id} at={looking} onClose={() => setLooking(null)} />
      <ChangesDialog
        layoutId={layout.id}
        between={comparing === null ? null : [comparing, layout.version]}
        onClose={() => setComparing(null)}
      />
      <ConfirmChange
        opened={restoring !== null}
        title={layouts.restoreTitle(layouts.versionNumber(restoring ?? 0))}
        action={layouts.restore}
        onClose={() => setRestoring(null)}
        run={async () => {
          await restore.mutateAsync(restoring ?? 0);
          notify(layouts.restored);
        }}
      >
        {layouts.restoreText}
      </ConfirmChange>
    </Stack>
  );
}
