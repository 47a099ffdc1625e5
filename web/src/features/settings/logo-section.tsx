import { Button, Group, SimpleGrid, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPhotoOff, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useStore } from '../../api/session.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Failure } from '../../parts/failure.tsx';
import { Section } from '../../parts/section.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { usePictures } from './queries.ts';
import classes from './settings.module.css';

interface LogoSectionProps {
  /** Key of the picture; empty without one. */
  value: string;
  error?: string | undefined;
  editable: boolean;
  onChange: (key: string) => void;
}

export function LogoSection({ value, error, editable, onChange }: LogoSectionProps) {
  const { settings } = useTexts();
  const { id } = useStore();
  const [picking, setPicking] = useState(false);
  return (
    <Section title={settings.logo} hint={settings.logoHint}>
      <Group gap="md">
        {value ? (
          <div className={classes['logo']}>
            <img src={`/files/${id}/${value}`} alt={settings.currentLogo} />
          </div>
        ) : (
          <Text size="sm" c="dimmed">
            {settings.noLogo}
          </Text>
        )}
        {editable && (
          <Group gap="xs">
            <Button variant="default" onClick={() => setPicking(true)}>
              {value ? settings.changeLogo : settings.chooseLogo}
            </Button>
            {value && (
              <Button variant="subtle" color="gray" onClick={() => onChange('')}>
                {settings.removeLogo}
              </Button>
            )}
          </Group>
        )}
      </Group>
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
      <Dialog opened={picking} onClose={() => setPicking(false)} title={settings.pickTitle} size="lg">
        <Pictures
          onPick={(key) => {
            onChange(key);
            setPicking(false);
          }}
        />
      </Dialog>
    </Section>
  );
}

function Pictures({ onPick }: { onPick: (key: string) => void }) {
  const { settings } = useTexts();
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, 250);
  const list = usePictures(q);
  const pictures = list.data?.items.filter(({ url }) => url !== null) ?? [];
  return (
    <Stack>
      <TextInput
        data-autofocus
        aria-label={settings.pickSearch}
        placeholder={settings.pickSearch}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {list.isError && <Failure error={list.error} retry={list.refetch} />}
      {list.isSuccess && pictures.length === 0 && (
        <EmptyState icon={IconPhotoOff} title={settings.noPictures} hint={settings.noPicturesHint} />
      )}
      <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="sm">
        {pictures.map(({ key, url, filename }) => (
          <UnstyledButton key={key} className={classes['choice']} onClick={() => onPick(key)}>
            <div className={classes['logo']}>
              <img src={url ?? ''} alt="" loading="lazy" />
            </div>
            <Text size="xs" mt={4} truncate>
              {filename}
            </Text>
          </UnstyledButton>
        ))}
      </SimpleGrid>
    </Stack>
  );
}
