import { Badge, Button, Flex, Group, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { ChangesList } from '../../parts/changes-list.tsx';
import { ConfirmChange } from '../../parts/confirm.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Failure } from '../../parts/failure.tsx';
import { notify } from '../../parts/notify.ts';
import { Section } from '../../parts/section.tsx';
import { Time } from '../../parts/time.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { useSaid } from '../../texts/use-said.ts';
import { useRestoreVersion, useVersionChanges, useVersions } from './queries.ts';

/** The saved versions of a request: compared with what is saved now, and put back. */
export function Versions({ id, onRestored }: { id: string; onRestored: () => void }) {
  const { httpRequests, layouts } = useTexts();
  const said = useSaid();
  const editor = useMay('editor');
  const [comparing, setComparing] = useState<number | null>(null);
  const [restoring, setRestoring] = useState<number | null>(null);
  const versions = useVersions(id);
  const restore = useRestoreVersion(id);
  const current = versions.data?.items[0]?.version;
  return (
    <Section title={layouts.versions} hint={layouts.versionsLead}>
      <DataTable
        label={layouts.versions}
        of={versions}
        rowKey={({ version }) => String(version)}
        empty={<EmptyState icon={IconHistory} title={layouts.noVersions} />}
        columns={[
          {
            title: layouts.version,
            cell: ({ version, summary }) => (
              <>
                <Group gap="xs">
                  <Text size="sm" fw={600}>
                    {layouts.versionNumber(version)}
                  </Text>
                  {version === current && <Badge size="sm">{layouts.current}</Badge>}
                </Group>
                <Text size="sm">{said(summary)}</Text>
              </>
            ),
          },
          {
            title: layouts.by,
            width: 190,
            cell: ({ author, source }) => (
              <Group gap={6} justify="inherit">
                {author.name || httpRequests.authorUnknown}
                {author.name && (
                  <Badge color="gray" size="sm">
                    {layouts.sources[source]}
                  </Badge>
                )}
              </Group>
            ),
          },
          { title: layouts.when, width: 140, cell: ({ createdAt }) => <Time of={createdAt} /> },
        ]}
        actions={({ version }) =>
          version !== current && (
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
      <Dialog
        opened={comparing !== null}
        onClose={() => setComparing(null)}
        title={layouts.changesBetween(comparing ?? 0, current ?? 0)}
        size="xl"
      >
        {comparing !== null && <Changes id={id} version={comparing} />}
      </Dialog>
      <ConfirmChange
        opened={restoring !== null}
        title={layouts.restoreTitle(layouts.versionNumber(restoring ?? 0))}
        action={layouts.restore}
        onClose={() => setRestoring(null)}
        run={async () => {
          await restore.mutateAsync(restoring ?? 0);
          notify(layouts.restored);
          onRestored();
        }}
      >
        {httpRequests.restoreText}
      </ConfirmChange>
    </Section>
  );
}

function Changes({ id, version }: { id: string; version: number }) {
  const { common, httpRequests } = useTexts();
  const changes = useVersionChanges(id, version);
  if (changes.isError) return <Failure error={changes.error} retry={changes.refetch} />;
  if (!changes.data || changes.isPlaceholderData) return <Text role="status">{common.loading}</Text>;
  return (
    <>
      <Text size="sm" c="dimmed" mb="md">
        {httpRequests.credentialsHidden}
      </Text>
      <ChangesList changes={changes.data.changes} />
    </>
  );
}
