import { Text } from '@mantine/core';
import { useTexts } from '../../texts/texts.tsx';
import type { FileUser } from './queries.ts';

export function useUserName() {
  const { files } = useTexts();
  return ({ type, name }: FileUser) => (type === 'settings' ? files.users.settings : files.users[type](name));
}

/** The first few users, and the number of others. */
export function FileUsage({ users }: { users: readonly FileUser[] }) {
  const { files } = useTexts();
  const nameOf = useUserName();
  const [first, ...others] = users;
  if (!first)
    return (
      <Text size="sm" c="dimmed">
        {files.unused}
      </Text>
    );
  return (
    <Text size="sm" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
      {nameOf(first)} {others.length > 0 && files.more(others.length)}
    </Text>
  );
}

export function FileUsageList({ users }: { users: readonly FileUser[] }) {
  const nameOf = useUserName();
  return (
    <ul style={{ margin: 0, paddingInlineStart: '1.2rem', overflowWrap: 'anywhere' }}>
      {users.map((user) => (
        <li key={`${user.type} ${user.id}`}>{nameOf(user)}</li>
      ))}
    </ul>
  );
}
