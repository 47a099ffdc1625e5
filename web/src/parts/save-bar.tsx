import { Badge, Button, Group, type MantineSpacing, Paper } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import { useTexts } from '../texts/texts.tsx';
import classes from './save-bar.module.css';

interface SaveBarProps {
  /** Whether something is written and not saved. */
  dirty: boolean;
  canSave: boolean;
  busy: boolean;
  mt?: MantineSpacing;
  /** What its button says, if it saves something else than the page is about. */
  label?: string;
  /** What saving does besides. */
  children?: ReactNode;
}

/** The end of a long form: it stays at the bottom of the window while one is anywhere in it. */
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
