import { Alert, Progress, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Section } from '../../parts/section.tsx';
import { useFormats } from '../../texts/formats.ts';
import { useTexts } from '../../texts/texts.tsx';
import type { SettingsValues } from './settings-form.ts';

interface QuotaSectionProps {
  form: UseFormReturnType<SettingsValues>;
  /** As it is saved: the bar shows that, not what is being typed. */
  quota: string | undefined;
  used: number;
  editable: boolean;
}

export function QuotaSection({ form, quota, used, editable }: QuotaSectionProps) {
  const { settings } = useTexts();
  const { number } = useFormats();
  const limit = quota === undefined ? null : Number(quota);
  return (
    <Section title={settings.quota} hint={settings.quotaHint}>
      <TextInput
        label={settings.quotaField}
        inputMode="numeric"
        maw={240}
        readOnly={!editable}
        {...form.getInputProps('quota')}
      />
      <Stack gap={6} maw={420}>
        {limit !== null && (
          <Progress
            value={Math.min(100, (used / limit) * 100)}
            color={used >= limit ? 'red' : 'pine'}
            aria-label={settings.usedOf(number(used), number(limit))}
          />
        )}
        <Text size="sm" c="dimmed">
          {limit === null ? settings.used(number(used)) : settings.usedOf(number(used), number(limit))}
        </Text>
      </Stack>
      {limit !== null && used >= limit && (
        <Alert color="red" variant="light" icon={<IconAlertTriangle />} py="xs">
          {settings.usedUp}
        </Alert>
      )}
    </Section>
  );
}
