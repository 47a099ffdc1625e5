import { Button, Group, Select, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useSubmit } from '../../api/forms.ts';
import { useMay } from '../../api/session.ts';
import { ConfirmDelete } from '../../parts/confirm.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { LanguageField } from '../../parts/language-field.tsx';
import { useLanguageName } from '../../parts/language-name.ts';
import { notify } from '../../parts/notify.ts';
import { useSearchParams } from '../../parts/search-params.ts';
import { useLanguage, useTexts } from '../../texts/texts.tsx';
import { ownName } from './preset-language.ts';
import { type Preset, useSavePreset } from './queries.ts';

/** Adds a language as a copy of the main one. The preset's main language must be set once. */
function AddLanguage({ preset, onClose }: { preset: Preset; onClose: () => void }) {
  const { layouts, presets } = useTexts();
  const { language } = useLanguage();
  const [, change] = useSearchParams();
  const save = useSavePreset(preset.id);
  const { defaultLocale, languages, revision } = preset;
  const form = useForm({ initialValues: { own: defaultLocale ?? language, locale: '' } });
  const { own, locale } = form.values;
  const sending = useSubmit(form, async () => {
    if (locale === '') return form.setFieldError('locale', layouts.languageNeeded);
    const fields = { defaultLocale: own, languages: { [locale]: {} } };
    const saved = await save.mutateAsync({ fields, revision });
    onClose();
    change({ locale: saved.languages[locale] ? locale : null });
  });
  return (
    <DialogForm {...sending} action={layouts.addLanguage} onClose={onClose}>
      <Stack>
        {defaultLocale === null && (
          <LanguageField
            label={presets.ownLanguage}
            taken={Object.keys(languages)}
            value={own}
            onChange={(code) => form.setFieldValue('own', code)}
            error={form.errors['defaultLocale']}
          />
        )}
        <LanguageField
          label={layouts.language}
          taken={[own, ...Object.keys(languages)]}
          value={locale}
          onChange={(code) => form.setFieldValue('locale', code)}
          error={form.errors['locale']}
        />
      </Stack>
    </DialogForm>
  );
}

interface LanguageBarProps {
  preset: Preset;
  /** An empty string is the preset's own language. */
  locale: string;
}

/** Chooses the language of the preset to edit and marks those that are out of date. */
export function LanguageBar({ preset, locale }: LanguageBarProps) {
  const { presets, layouts, common } = useTexts();
  const nameOf = useLanguageName();
  const editor = useMay('editor');
  const [, change] = useSearchParams();
  const save = useSavePreset(preset.id);
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState(false);
  const others = Object.entries(preset.languages);
  const labelOf = (code: string, stale: number) =>
    stale === 0 ? nameOf(code) : `${nameOf(code)} · ${presets.outdated(stale)}`;
  return (
    <Group gap="sm" mb="md" align="flex-end">
      <Select
        label={layouts.language}
        description={others.length > 0 ? presets.languageBarHint : undefined}
        flex="1 1 16rem"
        maw={420}
        allowDeselect={false}
        value={locale}
        onChange={(value) => change({ locale: value || null })}
        data={[
          { value: '', label: ownName(preset, nameOf, presets) },
          ...others.map(([code, { stale }]) => ({ value: code, label: labelOf(code, stale.length) })),
        ]}
      />
      {editor && (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          {layouts.addLanguage}
        </Button>
      )}
      {editor && locale !== '' && (
        <Button
          variant="default"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => setRemoving(true)}
        >
          {layouts.removeLanguage}
        </Button>
      )}
      <Dialog opened={adding} onClose={() => setAdding(false)} title={layouts.addLanguage}>
        <AddLanguage preset={preset} onClose={() => setAdding(false)} />
      </Dialog>
      <ConfirmDelete
        opened={removing}
        title={layouts.removeTitle(nameOf(locale || 'en'))}
        action={common.remove}
        onClose={() => setRemoving(false)}
        run={async () => {
          await save.mutateAsync({ fields: { languages: { [locale]: null } }, revision: preset.revision });
          change({ locale: null });
          notify(layouts.removed);
        }}
      >
        {layouts.removeText}
      </ConfirmDelete>
    </Group>
  );
}
