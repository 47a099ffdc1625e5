import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useStore } from '../../api/session.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { PictureList, PictureTile } from '../../parts/picture-list.tsx';
import { Section } from '../../parts/section.tsx';
import { useTexts } from '../../texts/texts.tsx';

interface LogoSectionProps {
  /** Key of the image; empty if there is none. */
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
          <PictureTile src={`/files/${id}/${value}`} alt={settings.currentLogo} />
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
        <PictureList
          hint={settings.noPicturesHint}
          onPick={(key) => {
            onChange(key);
            setPicking(false);
          }}
        />
      </Dialog>
    </Section>
  );
}
