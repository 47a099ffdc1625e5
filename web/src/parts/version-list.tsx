import { Stack, Text, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Page } from 'outstep/kernel/page.ts';
import { type ReactNode, useId, useState } from 'react';
import { useTexts } from '../texts/texts.tsx';
import { ConfirmChange } from './confirm.tsx';
import { Dialog } from './dialog.tsx';
import { type KeptVersion, useKeptVersions } from './kept-versions.ts';
import { NameVersionDialog } from './name-version-dialog.tsx';
import { notify } from './notify.ts';
import { Time } from './time.tsx';
import { type ListedVersion, VersionTable } from './version-table.tsx';

interface VersionListProps<Version extends ListedVersion> {
  /** The path of the document whose versions are listed: `/email-templates/ID`. */
  document: string;
  of: UseQueryResult<Page<Version>>;
  current: number | undefined;
  /** Opens a version for viewing, if possible. */
  onLook?: (version: number) => void;
  /** Below the summary. */
  note?: (version: Version) => ReactNode;
  /** Shown for the current version in place of the other versions' buttons. */
  currentAction?: (version: Version) => ReactNode;
  /** The differences between a version and the current one. */
  changes: (version: number) => ReactNode;
  restoreText: string;
  restore: (version: number) => Promise<unknown>;
}

/** The saved versions of a document, with author, comparison with the current one, names, and restore. */
export function VersionList<Version extends ListedVersion>(props: VersionListProps<Version>) {
  const { document, of: list, current, onLook, note, currentAction, changes, restoreText, restore } = props;
  const { versions } = useTexts();
  const [comparing, setComparing] = useState<number | null>(null);
  const [restoring, setRestoring] = useState<number | null>(null);
  const [naming, setNaming] = useState<number | null>(null);
  const kept = useKeptVersions<Version>(document);
  const labels = new Map((kept.data?.items ?? []).map(({ version, label }) => [version, label]));
  const shared = { current, onLook, onCompare: setComparing, onRestore: setRestoring, onName: setNaming };
  return (
    <>
      <VersionTable
        title={versions.title}
        of={list}
        labelOf={({ version }) => labels.get(version) ?? null}
        {...{ ...shared, note, currentAction }}
      />
      <KeptVersions of={kept}>
        {(outlived) => (
          <VersionTable
            title={versions.keptTitle}
            of={outlived}
            labelOf={({ label }) => label}
            note={(version) => (
              <>
                {note?.(version)}
                <Text size="xs" c="dimmed">
                  {versions.keptUntil} <Time of={version.keptUntil} absolute />
                </Text>
              </>
            )}
            {...shared}
          />
        )}
      </KeptVersions>
      <Dialog
        opened={comparing !== null}
        onClose={() => setComparing(null)}
        title={versions.between(comparing ?? 0, current ?? 0)}
        size="xl"
      >
        {comparing !== null && changes(comparing)}
      </Dialog>
      <ConfirmChange
        opened={restoring !== null}
        title={versions.restoreTitle(versions.number(restoring ?? 0))}
        action={versions.restore}
        onClose={() => setRestoring(null)}
        run={async () => {
          await restore(restoring ?? 0);
          notify(versions.restored);
        }}
      >
        {restoreText}
      </ConfirmChange>
      <NameVersionDialog
        document={document}
        version={naming}
        label={(naming !== null && labels.get(naming)) || null}
        onClose={() => setNaming(null)}
      />
    </>
  );
}

interface KeptVersionsProps<Version> {
  of: UseQueryResult<Page<KeptVersion<Version>>>;
  children: (outlived: UseQueryResult<Page<KeptVersion<Version>>>) => ReactNode;
}

/** Versions kept beyond the newest 25; nothing if there are none. */
function KeptVersions<Version>({ of: list, children }: KeptVersionsProps<Version>) {
  const { versions } = useTexts();
  const id = useId();
  const items = (list.data?.items ?? []).filter(({ keptUntil }) => keptUntil !== null);
  if (!list.data || items.length === 0) return null;
  const outlived = { ...list, data: { ...list.data, items } } as typeof list;
  return (
    <Stack component="section" aria-labelledby={id} gap="sm" mt="md">
      <Title order={3} id={id}>
        {versions.keptTitle}
      </Title>
      <Text size="sm" c="dimmed">
        {versions.keptLead}
      </Text>
      {children(outlived)}
    </Stack>
  );
}
