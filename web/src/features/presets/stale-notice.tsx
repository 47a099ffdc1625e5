import { Alert, Code, Group, List, Stack, Text } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import { useErrorText } from '../../api/error-text.ts';
import { useMay } from '../../api/session.ts';
import { FormFailure } from '../../parts/failure.tsx';
import { KeepAsIs } from '../../parts/keep-as-is.tsx';
import { notify } from '../../parts/notify.ts';
import { useTexts } from '../../texts/texts.tsx';
import { type Preset, useSavePreset } from './queries.ts';

interface StaleNoticeProps {
  preset: Preset;
  locale: string;
  /** Unsaved changes prevent marking, because they would seem to be based on an older revision. */
  dirty: boolean;
}

/** Lists the outdated texts of a language, and marks them as up to date. */
export function StaleNotice({ preset, locale, dirty }: StaleNoticeProps) {
  const { presets, layouts } = useTexts();
  const words = layouts.outdated;
  const errorText = useErrorText();
  const editor = useMay('editor');
  const save = useSavePreset(preset.id);
  const stale = preset.languages[locale]?.stale ?? [];
  if (stale.length === 0) return null;
  const markCurrent = () =>
    save.mutate(
      { fields: { languages: { [locale]: { done: stale } } }, revision: preset.revision },
      { onSuccess: () => notify(words.marked) },
    );
  return (
    <Alert color="gray" variant="light" icon={<IconLanguage />} title={presets.outdated(stale.length)}>
      <Stack gap="sm">
        <Text size="sm">{presets.outdatedLead}</Text>
        <List size="sm" mah={200} style={{ overflowY: 'auto' }} aria-label={words.list}>
          {stale.map((name) => (
            <List.Item key={name}>
              <Code>{name}</Code>
            </List.Item>
          ))}
        </List>
        <FormFailure text={save.error && errorText(save.error)} />
        {editor && (
          <Group gap="sm">
            <KeepAsIs count={stale.length} dirty={dirty} isSaving={save.isPending} onMark={markCurrent} />
          </Group>
        )}
      </Stack>
    </Alert>
  );
}
