import { Skeleton, Stack, Text } from '@mantine/core';
import { useTexts } from '../../texts/texts.tsx';
import { useVersionUsers, type VersionUsers } from './queries.ts';

const MOST_NAMED = 3;

const bulleted = { margin: 0, paddingInlineStart: '1.2rem', overflowWrap: 'anywhere' } as const;
const plain = { ...bulleted, paddingInlineStart: 0, listStyle: 'none' } as const;

/** The documents whose versions use a file, and how many more there are. */
export function VersionUserList({
  versionUsers,
  versionUserCount,
  inCell = false,
}: VersionUsers & { inCell?: boolean }) {
  const { files } = useTexts();
  const named = versionUsers.slice(0, MOST_NAMED);
  const more = versionUserCount - named.length;
  return (
    <ul style={inCell ? plain : bulleted}>
      {named.map(({ type, id, name, versions }) => (
        <li key={`${type} ${id}`}>{files.versionUsers[type](name, versions)}</li>
      ))}
      {more > 0 && <li>{files.more(more)}</li>}
    </ul>
  );
}

/**
 * Shown before deleting an unused file: whether restoring a version will restore it. Keeps its height while
 * loading.
 */
export function DeletedForGood({ fileKey }: { fileKey: string }) {
  const { files, reach } = useTexts();
  const { data, isError } = useVersionUsers(fileKey);
  const isKept = data !== undefined && data.versionUserCount > 0;
  return (
    <Stack gap="xs" mih="7.5em" aria-busy={!data && !isError}>
      {!data && !isError && <Skeleton height={14} mt={4} width="70%" />}
      {isKept && (
        <>
          <Text size="sm">{files.keptText}</Text>
          <Text size="sm" component="div">
            <VersionUserList {...data} />
          </Text>
          <Text size="sm">{files.sentText}</Text>
        </>
      )}
      {(isError || (data && !isKept)) && (
        <Text size="sm">
          {isError ? files.unknownText : files.deleteText} {files.sentText} {reach.noLayout}
        </Text>
      )}
    </Stack>
  );
}
