import { ActionIcon, Anchor, Badge, Button, Flex, Group, Text, Tooltip } from '@mantine/core';
import { IconHistory, IconTag } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Page } from 'outstep/kernel/page.ts';
import type { ReactNode } from 'react';
import { useMay } from '../api/session.ts';
import type { Texts } from '../texts/en/index.ts';
import { useTexts } from '../texts/texts.tsx';
import { DataTable } from './data-table.tsx';
import { EmptyState } from './empty-state.tsx';
import { useVersionSummary } from './field-words.ts';
import { Time } from './time.tsx';

export interface ListedVersion {
  version: number;
  summary: string;
  source: keyof Texts['versions']['sources'];
  author: { name: string };
  createdAt: string;
}

interface VersionTableProps<Version extends ListedVersion> {
  title: string;
  of: UseQueryResult<Page<Version>>;
  current: number | undefined;
  /** The name given by a person. */
  labelOf: (version: Version) => string | null;
  onLook?: ((version: number) => void) | undefined;
  note?: ((version: Version) => ReactNode) | undefined;
  currentAction?: ((version: Version) => ReactNode) | undefined;
  onCompare: (version: number) => void;
  onRestore: (version: number) => void;
  onName: (version: number) => void;
}

/** Versions with their authors and actions. */
export function VersionTable<Version extends ListedVersion>(props: VersionTableProps<Version>) {
  const { title, of: list, current, labelOf, onLook, note, currentAction } = props;
  const { versions } = useTexts();
  const summaryOf = useVersionSummary();
  return (
    <DataTable
      label={title}
      of={list}
      rowKey={({ version }) => String(version)}
      empty={<EmptyState icon={IconHistory} title={versions.none} />}
      columns={[
        {
          title: versions.version,
          cell: (row) => (
            <>
              <Group gap="xs">
                <Name version={row.version} onLook={onLook} />
                {row.version === current && <Badge size="sm">{versions.current}</Badge>}
                <Label text={labelOf(row)} />
              </Group>
              <Text size="sm">{summaryOf(row.summary)}</Text>
              {note?.(row)}
            </>
          ),
        },
        { title: versions.by, width: 190, cell: (row) => <Author of={row} /> },
        { title: versions.when, width: 140, cell: ({ createdAt }) => <Time of={createdAt} /> },
      ]}
      actions={(row) => (
        <Flex gap="xs" wrap={{ base: 'wrap', sm: 'nowrap' }} justify="flex-end" align="center">
          {row.version === current ? currentAction?.(row) : <Buttons version={row.version} {...props} />}
          <NameButton version={row.version} onName={props.onName} />
        </Flex>
      )}
    />
  );
}

/** Shown as written, neither in capitals nor truncated. */
function Label({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <Badge
      size="sm"
      variant="outline"
      tt="none"
      h="auto"
      leftSection={<IconTag size={12} aria-hidden />}
      styles={{ label: { whiteSpace: 'normal', overflowWrap: 'anywhere' } }}
    >
      {text}
    </Badge>
  );
}

function Name({ version, onLook }: { version: number; onLook: ((version: number) => void) | undefined }) {
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
    <>
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
    </>
  );
}

function NameButton({ version, onName }: { version: number; onName: (version: number) => void }) {
  const { versions } = useTexts();
  if (!useMay('editor')) return null;
  return (
    <Tooltip label={versions.nameIt}>
      <ActionIcon
        variant="default"
        size={30}
        aria-label={versions.nameOf(version)}
        onClick={() => onName(version)}
      >
        <IconTag size={16} />
      </ActionIcon>
    </Tooltip>
  );
}
