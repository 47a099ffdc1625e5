import { Text } from '@mantine/core';
import { useTexts } from '../../texts/texts.tsx';
import type { SecretUser } from './queries.ts';

function useUserName() {
  const { secrets } = useTexts();
  return ({ type, name }: SecretUser) =>
    type === 'settings' ? secrets.users.settings : secrets.users[type](name);
}

/** The first of them and how many more; nothing while it is not known. */
export function SecretUsage({ users }: { users: readonly SecretUser[] | null }) {
  const { secrets } = useTexts();
  const nameOf = useUserName();
  if (!users) return null;
  const [first, ...others] = users;
  if (!first)
    return (
      <Text size="sm" c="dimmed">
        {secrets.unused}
      </Text>
    );
  return (
    <Text size="sm" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
      {nameOf(first)} {others.length > 0 && secrets.more(others.length)}
    </Text>
  );
}

export function SecretUsageList({ users }: { users: readonly SecretUser[] }) {
  const nameOf = useUserName();
  return (
    <ul style={{ margin: 0, paddingInlineStart: '1.2rem', overflowWrap: 'anywhere' }}>
      {[...new Set(users.map(nameOf))].map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  );
}
