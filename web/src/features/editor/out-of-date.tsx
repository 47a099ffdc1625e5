import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { reloadWithoutPrompt } from '../../parts/leave-without-prompt.ts';
import { useViewTexts } from './session/use-view-texts.ts';

/** Leaves time to read the notice. */
const RELOAD_DELAY_MS = 3000;
/** The app that was loaded again because of itself: its address has a digest in it, so a new one has another. */
const NOTE = 'outstep.reloaded';
const own = import.meta.url;

/** What was written last is kept within a quarter of it. */
const KEPT_MS = 1000;

function reload() {
  sessionStorage.setItem(NOTE, own);
  reloadWithoutPrompt();
}

/**
 * Says that emails are drawn otherwise than they are sent, and loads the page again: once, and over no unsaved work.
 */
export function OutOfDate({ isSaved }: { isSaved: boolean }) {
  const { outOfDate: texts } = useViewTexts();
  const [hasTried] = useState(() => sessionStorage.getItem(NOTE) === own);
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    if (!isLeaving && (hasTried || !isSaved)) return;
    const timer = setTimeout(reload, isLeaving ? KEPT_MS : RELOAD_DELAY_MS);
    return () => clearTimeout(timer);
  }, [hasTried, isSaved, isLeaving]);
  return (
    <Alert color="yellow" variant="light" icon={<IconRefresh />} title={texts.title} role="alert">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{hasTried ? texts.stillSo : isSaved ? texts.soon : texts.unsaved}</Text>
        <Button size="xs" variant="default" loading={isLeaving} onClick={() => setLeaving(true)}>
          {texts.reload}
        </Button>
      </Stack>
    </Alert>
  );
}
