import { Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSubmit } from '../../api/forms.ts';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { LanguageField } from '../../parts/language-field.tsx';
import { useSearchParams } from '../../parts/search-params.ts';
import { useLanguage, useTexts } from '../../texts/texts.tsx';
import { type Preset, useSavePreset } from './queries.ts';

/** A new language begins as a copy of the main one. What that is has to be said once. */
export function AddLanguage({ preset, onClose }: { preset: Preset; onClose: () => void }) {
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
