import { Button, Stack, Text, Title } from '@mantine/core';
import { useMay } from '../../api/session.ts';
import { useSearchParams } from '../../parts/search-params.ts';
import { VersionList } from '../../parts/version-list.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { LayoutChanges } from './changes-dialog.tsx';
import { Commits } from './commits.tsx';
import { type Layout, useRestore, useVersions } from './queries.ts';
import { SnapshotDialog } from './snapshot-dialog.tsx';
import { useUndoPromote } from './use-undo-promote.ts';

export function VersionsTab({ layout }: { layout: Layout }) {
  const { layouts, versions, common } = useTexts();
  const editor = useMay('editor');
  const [params, change] = useSearchParams();
  const restore = useRestore(layout.id);
  const undo = useUndoPromote(layout.id);
  return (
    <Stack gap="xl">
      <Stack component="section" gap="sm">
        <Title order={2}>{versions.title}</Title>
        <Text size="sm" c="dimmed">
          {versions.lead}
        </Text>
        <VersionList
          document={`/email-templates/${layout.id}`}
          of={useVersions(layout.id)}
          current={layout.version}
          onLook={(version) => change({ version: String(version) })}
          note={({ subject }) => (
            <Text size="xs" c="dimmed">
              {subject}
            </Text>
          )}
          currentAction={({ version, source }) =>
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
          }
          changes={(version) => <LayoutChanges layoutId={layout.id} from={version} to={layout.version} />}
          restoreText={layouts.restoreText}
          restore={(version) => restore.mutateAsync(version)}
        />
      </Stack>
      <Commits layout={layout} />
      {/* Stored in the URL, because history links to the version that was sent. */}
      <SnapshotDialog
        layoutId={layout.id}
        at={Number(params['version']) || null}
        onClose={() => change({ version: null })}
      />
    </Stack>
  );
}
