import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconGitCommit } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { ConfirmChange } from '../../parts/confirm.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { notify } from '../../parts/notify.ts';
import { Time } from '../../parts/time.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { type Commit, type Layout, useCommits, useIsConnected, useRestore } from './queries.ts';
import { SnapshotDialog } from './snapshot-dialog.tsx';

const short = (sha: string) => sha.slice(0, 7);

/** The layout's commits in the connected repository; nothing if none is connected. */
export function Commits({ layout }: { layout: Layout }) {
  return useIsConnected() && <CommitList layout={layout} />;
}

function CommitList({ layout }: { layout: Layout }) {
  const { layouts, versions, common } = useTexts();
  const editor = useMay('editor');
  const [page, setPage] = useState(1);
  const [looking, setLooking] = useState<string | null>(null);
  const [restoring, setRestoring] = useState<Commit | null>(null);
  const restore = useRestore(layout.id);
  const commits = useCommits(layout.id, page);
  if (commits.isPending) return null;
  if (commits.error instanceof ApiError && commits.error.status === 409) return null;
  const items = commits.data?.items ?? [];
  // The provider doesn't count commits, so only whether there are more is known here.
  const list = {
    ...commits,
    data: commits.data && { items, page: 1, limit: items.length, total: items.length, pages: 1 },
  } as Parameters<typeof DataTable<Commit>>[0]['of'];
  return (
    <Stack component="section" gap="sm">
      <Title order={2}>{layouts.inRepository}</Title>
      <DataTable
        label={layouts.inRepository}
        of={list}
        rowKey={({ sha }) => sha}
        empty={<EmptyState icon={IconGitCommit} title={layouts.noCommits} hint={layouts.noCommitsHint} />}
        columns={[
          {
            title: layouts.commit,
            cell: ({ sha, message }) => (
              <>
                <Text size="sm" fw={600}>
                  {message.split('\n')[0]}
                </Text>
                <Anchor
                  component="button"
                  type="button"
                  size="xs"
                  ff="monospace"
                  onClick={() => setLooking(sha)}
                >
                  {short(sha)}
                </Anchor>
              </>
            ),
          },
          { title: versions.by, width: 190, cell: ({ author }) => author },
          { title: versions.when, width: 140, cell: ({ committedAt }) => <Time of={committedAt} /> },
        ]}
        {...(editor && {
          actions: (commit: Commit) => (
            <Button
              size="xs"
              variant="default"
              aria-label={`${versions.restore}: ${short(commit.sha)}`}
              onClick={() => setRestoring(commit)}
            >
              {versions.restore}
            </Button>
          ),
        })}
      />
      {(page > 1 || commits.data?.hasMore) && (
        <Group justify="flex-end" gap="xs">
          <Button size="xs" variant="default" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {common.previous}
          </Button>
          <Button
            size="xs"
            variant="default"
            disabled={!commits.data?.hasMore}
            onClick={() => setPage(page + 1)}
          >
            {common.next}
          </Button>
        </Group>
      )}
      <SnapshotDialog layoutId={layout.id} at={looking} onClose={() => setLooking(null)} />
      <ConfirmChange
        opened={restoring !== null}
        title={versions.restoreTitle(short(restoring?.sha ?? ''))}
        action={versions.restore}
        onClose={() => setRestoring(null)}
        run={async () => {
          await restore.mutateAsync(restoring?.sha ?? '');
          notify(versions.restored);
        }}
      >
        {layouts.restoreText}
      </ConfirmChange>
    </Stack>
  );
}
