import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { reloadWithoutPrompt } from '../../parts/leave-without-prompt.ts';
import { useViewTexts } from './session/use-view-texts.ts';

/** Leaves time to read the notice. */
const RELOAD_DELAY_MS = 3000;
/**
 * Stores the URL of the build that triggered a reload. It contains a digest, so a new build has a different
 * one.
 */
const NOTE = 'outstep.reloaded';
const own = import.meta.url;

/** The last input is stored within a quarter of this time. */
const KEPT_MS = 1000;

function reload() {
  sessionStorage.setItem(NOTE, own);
  reloadWithoutPrompt();
}

/**
 * Warns that emails are drawn differently from how they are sent, and reloads the page: only once, and never
 * over unsaved work.
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
