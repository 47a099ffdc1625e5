import { Anchor, Badge, Button, Flex, Group, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Page } from 'outstep/kernel/page.ts';
import { type ReactNode, useState } from 'react';
import { useMay } from '../api/session.ts';
import type { Texts } from '../texts/en/index.ts';
import { useTexts } from '../texts/texts.tsx';
import { ConfirmChange } from './confirm.tsx';
import { DataTable } from './data-table.tsx';
import { Dialog } from './dialog.tsx';
import { EmptyState } from './empty-state.tsx';
import { useVersionSummary } from './field-words.ts';
import { notify } from './notify.ts';
import { Time } from './time.tsx';

interface ListedVersion {
  version: number;
  summary: string;
  source: keyof Texts['versions']['sources'];
  author: { name: string };
  createdAt: string;
}

interface VersionListProps<Version extends ListedVersion> {
  of: UseQueryResult<Page<Version>>;
  current: number | undefined;
  /** Where a version can be looked at. */
  onLook?: (version: number) => void;
  /** Below the summary. */
  note?: (version: Version) => ReactNode;
  /** What stands where others have their buttons. */
  currentAction?: (version: Version) => ReactNode;
  /** What differs between a version and the current one. */
  changes: (version: number) => ReactNode;
  restoreText: string;
  restore: (version: number) => Promise<unknown>;
}

/** The saved versions of something: who saved what, compared with what is saved now, and put back. */
export function VersionList<Version extends ListedVersion>(props: VersionListProps<Version>) {
  const { of: list, current, onLook, note, currentAction, changes, restoreText, restore } = props;
  const { versions } = useTexts();
  const summaryOf = useVersionSummary();
  const [comparing, setComparing] = useState<number | null>(null);
  const [restoring, setRestoring] = useState<number | null>(null);
  return (
    <>
      <DataTable
        label={versions.title}
        of={list}
        rowKey={({ version }) => String(version)}
        empty={<EmptyState icon={IconHistory} title={versions.none} />}
        columns={[
          {
            title: versions.version,
            cell: (row) => (
              <>
                <Group gap="xs">
                  <Name version={row.version} {...(onLook && { onLook })} />
                  {row.version === current && <Badge size="sm">{versions.current}</Badge>}
                </Group>
                <Text size="sm">{summaryOf(row.summary)}</Text>
                {note?.(row)}
              </>
            ),
          },
          { title: versions.by, width: 190, cell: (row) => <Author of={row} /> },
          { title: versions.when, width: 140, cell: ({ createdAt }) => <Time of={createdAt} /> },
        ]}
        actions={(row) =>
          row.version === current ? (
            currentAction?.(row)
          ) : (
            <Buttons version={row.version} onCompare={setComparing} onRestore={setRestoring} />
          )
        }
      />
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
    </>
  );
}

function Name({ version, onLook }: { version: number; onLook?: (version: number) => void }) {
  const { versions } = useTexts();
  const name = versions.number(version);
  if (!onLook)
    return (
      <Text size="sm" fw={600}>
        {name}
      </Text>
    );
  return (
    <Anchor component="button" type="button" size="sm" fw={600} onClick={() => onLook(version)}>
      {name}
    </Anchor>
  );
}

function Author({ of: { author, source } }: { of: ListedVersion }) {
  const { versions } = useTexts();
  if (!author.name) return versions.authorUnknown;
  return (
    <Group gap={6} justify="inherit">
      {author.name}
      <Badge color="gray" size="sm">
        {versions.sources[source]}
      </Badge>
    </Group>
  );
}

interface ButtonsProps {
  version: number;
  onCompare: (version: number) => void;
  onRestore: (version: number) => void;
}

function Buttons({ version, onCompare, onRestore }: ButtonsProps) {
  const { versions } = useTexts();
  const editor = useMay('editor');
  return (
    <Flex gap="xs" wrap={{ base: 'wrap', sm: 'nowrap' }} justify="flex-end">
      <Button
        size="xs"
        variant="default"
        aria-label={versions.compareOf(version)}
        onClick={() => onCompare(version)}
      >
        {versions.compare}
      </Button>
      {editor && (
        <Button
          size="xs"
          variant="default"
          aria-label={versions.restoreOf(version)}
          onClick={() => onRestore(version)}
        >
          {versions.restore}
        </Button>
      )}
    </Flex>
  );
}
