import { Code, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Json } from 'outstep/kernel/json.ts';
import { useTexts } from '../texts/texts.tsx';
import classes from './changes-list.module.css';
import { Failure } from './failure.tsx';

export interface FieldChange {
  path: string;
  before: Json;
  after: Json;
}

/** Differences between two versions, by path. */
export function FieldChanges({ of: read }: { of: UseQueryResult<{ changes: FieldChange[] }> }) {
  const { common, versions } = useTexts();
  if (read.isError) return <Failure error={read.error} retry={read.refetch} />;
  if (!read.data || read.isPlaceholderData) return <Text role="status">{common.loading}</Text>;
  const { changes } = read.data;
  if (changes.length === 0) return <Text size="sm">{versions.noChanges}</Text>;
  return (
    <Stack gap="lg">
      {changes.map((change) => (
        <OneChange key={change.path} change={change} />
      ))}
    </Stack>
  );
}

const formatValue = (value: Json) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));
const isNothing = (value: Json) => value === null || value === '';

function OneChange({ change: { path, before, after } }: { change: FieldChange }) {
  const { versions } = useTexts();
  return (
    <Stack gap={6} component="section" aria-label={path}>
      <Code style={{ alignSelf: 'flex-start' }}>{path.replace(/^layout\./, '')}</Code>
      {!isNothing(before) && (
        <div>
          <Text size="xs" c="dimmed">
            {versions.before}
          </Text>
          <pre className={`${classes['value']} ${classes['before']}`}>{formatValue(before)}</pre>
        </div>
      )}
      {!isNothing(after) && (
        <div>
          <Text size="xs" c="dimmed">
            {versions.after}
          </Text>
          <pre className={`${classes['value']} ${classes['after']}`}>{formatValue(after)}</pre>
        </div>
      )}
    </Stack>
  );
}
