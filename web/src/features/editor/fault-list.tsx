import { Alert, Anchor, List, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { memo } from 'react';
import { useTexts } from '../../texts/texts.tsx';
import { useSaid } from '../../texts/use-said.ts';
import { type EditorSession, fieldPath } from './session/session.ts';
import { useBlockName } from './session/use-block-name.ts';

interface FaultListProps {
  session: EditorSession;
  onGoTo(key: string | null, field: string | null): void;
}

/** What is wrong in the design; each leads to its field. */
export const FaultList = memo(function FaultList({ session, onGoTo }: FaultListProps) {
  const { editor } = useTexts();
  const said = useSaid();
  const nameOf = useBlockName();
  const faults = Object.entries(session.faults);
  if (faults.length === 0) return null;
  /** The innermost block that the field belongs to. */
  const ownerOf = (field: string) =>
    session.entries.findLast(({ path }) => {
      const place = fieldPath(path);
      return field === place || field.startsWith(`${place}.`);
    });
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertTriangle />}
      title={editor.faults(faults.length)}
      role="alert"
      py="xs"
    >
      <List size="sm">
        {faults.map(([field, reason]) => {
          const owner = ownerOf(field);
          const within = owner ? field.slice(fieldPath(owner.path).length + 1) : field;
          const steps = within.replace(/\[(\d+)\]/g, '.$1');
          return (
            <List.Item key={field}>
              <Anchor
                component="button"
                type="button"
                size="sm"
                c="inherit"
                onClick={() => onGoTo(owner?.key ?? null, steps || null)}
              >
                {owner ? nameOf(owner.block, true) : editor.wholeMail}
              </Anchor>{' '}
              {within && <code>{within}</code>} {said(reason)}
            </List.Item>
          );
        })}
      </List>
      <Text size="sm">{editor.faultsKeep}</Text>
    </Alert>
  );
});
