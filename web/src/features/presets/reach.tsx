import { Anchor, Button, List, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useStore } from '../../api/session.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { useLanguageName } from '../../parts/language-name.ts';
import { storePath } from '../../parts/store-path.ts';
import { useTexts } from '../../texts/texts.tsx';
import { type Preset, useUsers } from './queries.ts';

interface ReachProps {
  preset: Preset;
  /** The language that is written; its own is empty. */
  locale: string;
}

/** Before something is saved: whose next mails will have it. */
export function Reach({ preset, locale }: ReachProps) {
  const { presets, files } = useTexts();
  const nameOf = useLanguageName();
  const store = useStore();
  const [opened, setOpened] = useState(false);
  const { data } = useUsers(preset.id);
  if (!data || data.total === 0) return null;
  const reached = data.items.flatMap(({ id, name, languages }) => {
    const own = languages.filter(({ presetLanguage }) => presetLanguage === locale);
    return own.length === 0 ? [] : [{ id, name, locales: own.map((each) => each.locale) }];
  });
  const unseen = data.total - data.items.length;
  // Of those that are not listed nobody has looked which languages they have.
  const count = reached.length + unseen;
  if (count === 0) return <Text size="sm">{presets.reachNone}</Text>;
  return (
    <>
      <Button variant="subtle" size="compact-sm" onClick={() => setOpened(true)}>
        {presets.reaches(count)}
      </Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title={presets.reaches(count)}>
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            {presets.reachHint}
          </Text>
          <List size="sm" spacing={4} mah={320} style={{ overflowY: 'auto' }}>
            {reached.map(({ id, name, locales }) => (
              <List.Item key={id}>
                <Anchor component={Link} to={storePath(store.id, `layouts/${id}`)} size="sm">
                  {name}
                </Anchor>
                <Text size="xs" c="dimmed">
                  {locales.map(nameOf).join(', ')}
                </Text>
              </List.Item>
            ))}
            {unseen > 0 && <List.Item>{files.more(unseen)}</List.Item>}
          </List>
        </Stack>
      </Dialog>
    </>
  );
}
