import { Anchor, Badge, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useStore } from '../../api/session.ts';
import { storePath } from '../../parts/store-path.ts';
import { useTexts } from '../../texts/texts.tsx';
import type { ListedAuditEntry } from './queries.ts';

type NamedRecord = NonNullable<ListedAuditEntry['record']>;

/** The page of a record, and the search that finds it in a list if it has no separate page. */
const places: Record<NamedRecord['kind'], (record: NamedRecord) => { path: string; q?: string }> = {
  layout: ({ id }) => ({ path: `layouts/${id}` }),
  'http-request': ({ id }) => ({ path: `http-requests/${id}` }),
  preset: ({ id }) => ({ path: `presets/${id}` }),
  execution: ({ id }) => ({ path: `history/${id}` }),
  file: ({ name }) => ({ path: 'files', q: name }),
  secret: ({ name }) => ({ path: 'secrets', q: name }),
  'smtp-sender': () => ({ path: 'senders' }),
  mailbox: () => ({ path: 'senders' }),
  key: () => ({ path: 'developer' }),
  person: () => ({ path: 'team' }),
};

/** The record of an entry: a link while it exists, its bare id once it is gone. */
export function Target({ of: { target, record } }: { of: ListedAuditEntry }) {
  const { auditLog, pages } = useTexts();
  const { id } = useStore();
  if (!target) return null;
  if (!record)
    return (
      <Text size="xs" c="dimmed" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
        {target}
      </Text>
    );
  const { path, q } = record.inTrash ? { path: 'trash', q: record.name } : places[record.kind](record);
  const [, ...more] = target.split(' ');
  return (
    <Group gap={6} justify="inherit">
      <Anchor
        component={Link}
        to={storePath(id, path)}
        {...(q && { search: { q } as never })}
        size="sm"
        style={{ overflowWrap: 'anywhere' }}
      >
        {record.name || pages.history}
      </Anchor>
      {more.map((word) => (
        <Badge key={word} color="gray" size="sm">
          {word.slice(0, 12)}
        </Badge>
      ))}
      {record.inTrash && (
        <Badge color="gray" size="sm">
          {auditLog.inTrash}
        </Badge>
      )}
    </Group>
  );
}
