import { Anchor, Group, List, Popover, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { type ComponentProps, memo, useState } from 'react';
import { useTexts } from '../../texts/texts.tsx';
import { useTranslateMessage } from '../../texts/use-said.ts';
import classes from './editor.module.css';
import { type EditorSession, fieldPath } from './session/session.ts';
import { useBlockName } from './session/use-block-name.ts';

interface ErrorListProps {
  session: EditorSession;
  onGoTo(key: string | null, field: string | null): void;
}

const Link = (props: ComponentProps<'button'>) => (
  <Anchor
    component="button"
    type="button"
    size="sm"
    py={2}
    c="inherit"
    ta="start"
    underline="always"
    {...props}
  />
);

/**
 * The errors of the design; each links to its field. Always one line high: a list that appears and disappears
 * would move the email under the pointer of the person editing it.
 */
export const ErrorList = memo(function ErrorList({ session, onGoTo }: ErrorListProps) {
  const { editor } = useTexts();
  const said = useTranslateMessage();
  const nameOf = useBlockName();
  const [isOpen, setOpen] = useState(false);
  const ownerOf = (field: string) =>
    session.entries.findLast(({ path }) => {
      const place = fieldPath(path);
      return field === place || field.startsWith(`${place}.`);
    });
  const faults = Object.entries(session.faults).map(([field, reason]) => {
    const owner = ownerOf(field);
    const within = owner ? field.slice(fieldPath(owner.path).length + 1) : field;
    const steps = within.replace(/\[(\d+)\]/g, '.$1');
    return {
      field,
      words: (
        <>
          <Link
            onClick={() => {
              setOpen(false);
              onGoTo(owner?.key ?? null, steps || null);
            }}
          >
            {owner ? nameOf(owner.block, true) : editor.wholeMail}
          </Link>{' '}
          {within && <code>{within}</code>} {said(reason)}
        </>
      ),
    };
  });
  const [first] = faults;
  if (!first)
    return (
      <Group className={classes['faults'] ?? ''} gap="xs" wrap="nowrap" c="dimmed">
        <IconCircleCheck size={16} aria-hidden />
        <Text size="sm">{editor.noFaults}</Text>
      </Group>
    );
  return (
    <Group className={classes['faults'] ?? ''} gap="xs" wrap="nowrap" data-faulty role="alert">
      <IconAlertTriangle size={16} aria-hidden className={classes['sign']} />
      <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={440} shadow="md" trapFocus>
        <Popover.Target>
          <Link onClick={() => setOpen((before) => !before)}>{editor.faults(faults.length)}</Link>
        </Popover.Target>
        <Popover.Dropdown maw="calc(100vw - 32px)" mah="50vh" style={{ overflowY: 'auto' }}>
          <Stack gap="xs">
            <List size="sm">
              {faults.map(({ field, words }) => (
                <List.Item key={field} style={{ overflowWrap: 'anywhere' }}>
                  {words}
                </List.Item>
              ))}
            </List>
            <Text size="sm">{editor.faultsKeep}</Text>
          </Stack>
        </Popover.Dropdown>
      </Popover>
      <Text size="sm" truncate>
        {first.words}
      </Text>
    </Group>
  );
});
