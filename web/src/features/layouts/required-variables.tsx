import { Checkbox, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../texts/texts.tsx';
import { useVariables } from './queries.ts';

const PREFIX = /^variables\.?/;
/** Paths that the server accepts; computed paths are excluded. */
const NAMED =
  /^(?:[\p{L}_][\p{L}\p{N}_-]*\??|\["[^"\\\]]+"\])(?:\.[\p{L}_][\p{L}\p{N}_-]*\??|\[\d{1,9}\]|\["[^"\\\]]+"\])*$/u;

interface RequiredVariablesProps {
  layoutId: string;
  value: readonly string[];
  onChange: (value: string[]) => void;
  readOnly: boolean;
  error?: string | undefined;
}

/** The variables that a layout uses, with a checkbox for those without which no email may be sent. */
export function RequiredVariables({ layoutId, value, onChange, readOnly, error }: RequiredVariablesProps) {
  const { layouts } = useTexts();
  const used = (useVariables(layoutId).data?.items ?? [])
    .map(({ path, sentRecently }) => ({ path: path.replace(PREFIX, ''), sentRecently }))
    .filter(({ path }) => NAMED.test(path));
  // Unchecked variables remain in the list, so that they can be checked again.
  const [known] = useState(value);
  const unused = [...new Set([...known, ...value])]
    .filter((path) => !used.some((each) => each.path === path))
    .map((path) => ({ path, sentRecently: undefined }));
  const offered = [...used, ...unused];
  return (
    <Checkbox.Group
      label={layouts.requiredVariables}
      description={layouts.requiredVariablesHint}
      value={[...value]}
      error={error}
      {...(!readOnly && { onChange })}
    >
      <Stack gap={6} mt="xs">
        {offered.length === 0 && (
          <Text size="sm" c="dimmed">
            {layouts.noVariables}
          </Text>
        )}
        {offered.map(({ path, sentRecently }) => (
          <Checkbox
            key={path}
            value={path}
            disabled={readOnly}
            label={
              <Group component="span" gap="xs">
                <code>{path}</code>
                {sentRecently === false && (
                  <Text component="span" size="xs" c="dimmed">
                    {layouts.notSentRecently}
                  </Text>
                )}
                {sentRecently === undefined && (
                  <Text component="span" size="xs" c="dimmed">
                    {layouts.notUsed}
                  </Text>
                )}
              </Group>
            }
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
