import { ActionIcon } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useRead } from '../api/queries.ts';
import { useStore } from '../api/session.ts';
import { storePath } from '../parts/store-path.ts';
import { useTexts } from '../texts/texts.tsx';
import classes from './shell.module.css';

const LOOK_MS = 60_000;
const MOST_SHOWN = 9;

/** How many alerts are open, of the kinds that the person wants to see here. */
export function AlertsBell() {
  const { shell } = useTexts();
  const { id } = useStore();
  const { data } = useRead<{ open: number }>('/alerts/open', {}, { refetchInterval: LOOK_MS });
  const open = data?.open ?? 0;
  const label = open > 0 ? shell.openAlerts(open) : shell.noAlerts;
  return (
    <ActionIcon
      component={Link}
      to={storePath(id, 'alerts')}
      variant={open > 0 ? 'light' : 'default'}
      size="lg"
      radius="xl"
      {...(open > 0 && { color: 'red', w: 52 })}
      title={label}
      aria-label={label}
    >
      <IconBell size={18} aria-hidden />
      {open > 0 && (
        <strong className={classes['count']} aria-hidden>
          {open > MOST_SHOWN ? `${MOST_SHOWN}+` : open}
        </strong>
      )}
    </ActionIcon>
  );
}
