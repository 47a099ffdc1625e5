import { Badge, Button, Group, type MantineSpacing, Paper } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import { useTexts } from '../texts/texts.tsx';
import classes from './save-bar.module.css';

interface SaveBarProps {
  /** Whether there are unsaved changes. */
  dirty: boolean;
  canSave: boolean;
  busy: boolean;
  mt?: MantineSpacing;
  /** Label of the button if it saves something other than the page's subject. */
  label?: string;
  /** Further effects of saving. */
  children?: ReactNode;
}

/** The end of a long form, which sticks to the bottom of the window. */
export const SaveBar = memo(function SaveBar({ dirty, canSave, busy, mt, label, children }: SaveBarProps) {
  const { layouts, common } = useTexts();
  return (
    <Paper
      withBorder
      {...(mt && { mt })}
      px={{ base: 'sm', xs: 'md' }}
      py="xs"
      className={classes['bar'] ?? ''}
    >
      <Group justify="flex-end" gap="sm">
        {children}
        {dirty && <Badge color="gray">{layouts.unsaved}</Badge>}
        <Button type="submit" loading={busy} disabled={!canSave}>
          {label ?? common.save}
        </Button>
      </Group>
    </Paper>
  );
});
