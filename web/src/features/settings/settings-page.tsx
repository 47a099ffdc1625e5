import { Alert, Button, Group, Paper, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiError, withFields } from '../../api/client.ts';
import { useSubmit } from '../../api/forms.ts';
import { useMay } from '../../api/session.ts';
import { DraftNotice } from '../../parts/drafts/draft-notice.tsx';
import { useLocalDraft } from '../../parts/drafts/use-local-draft.ts';
import { Failure, FormFailure } from '../../parts/failure.tsx';
import { notify } from '../../parts/notify.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { BrandSection } from './brand-section.tsx';
import { DeleteStore } from './delete-store.tsx';
import { FooterSection } from './footer-section.tsx';
import { LimitsSection } from './limits-section.tsx';
import { LogoSection } from './logo-section.tsx';
import { type SettingsView, useSetSettings, useSettings } from './queries.ts';
import classes from './settings.module.css';
import {
  ALL_LANGUAGES,
  emptyTexts,
  type SettingsValues,
  settingChanges,
  toFormFields,
  valuesOf,
  withChanges,
} from './settings-form.ts';

/** Another person saved first: the reader decides whose changes to keep. */
function Conflict({ onLoad, onSave }: { onLoad: () => void; onSave: () => void }) {
  const { settings } = useTexts();
  return (
    <Alert color="yellow" variant="light" icon={<IconUsers />} title={settings.conflict} role="alert">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{settings.conflictText}</Text>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={onLoad}>
            {settings.loadTheirs}
          </Button>
          <Button size="xs" variant="default" onClick={onSave}>
            {settings.saveMine}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

export function Page() {
  const { settings, pages } = useTexts();
  const read = useSettings();
  const owner = useMay('owner');
  return (
    <>
      <PageHeader title={pages.settings} lead={settings.lead} />
      {read.isError ? (
        <Failure error={read.error} retry={read.refetch} />
      ) : read.data ? (
        <LoadedSettings data={read.data} />
      ) : (
        <Waiting />
      )}
      <Stack gap="lg" mt="lg">
        <LimitsSection />
        {owner && <DeleteStore />}
      </Stack>
    </>
  );
}

function Waiting() {
  const { common } = useTexts();
  return (
    <Paper withBorder p="lg" aria-busy>
      <VisuallyHidden role="status">{common.loading}</VisuallyHidden>
      <Stack>
        <Skeleton height={96} width={180} />
        <Skeleton height={16} width="60%" />
        <Skeleton height={64} />
      </Stack>
    </Paper>
  );
}

/** Keeps the initial values, so that another person's save does not overwrite what is being typed. */
function LoadedSettings({ data }: { data: SettingsView }) {
  const [base, setBase] = useState(data);
  const [dirty, setDirty] = useState(false);
  const [locale, setLocale] = useState(ALL_LANGUAGES);
  if (base !== data && !dirty) setBase(data);
  return (
    <SettingsForm
      key={base.revision}
      base={base}
      overtaken={base.revision !== data.revision}
      locale={locale}
      onLocale={setLocale}
      onDirty={setDirty}
    />
  );
}

interface SettingsFormProps {
  base: SettingsView;
  /** Whether another person has saved since. */
  overtaken: boolean;
  locale: string;
  onLocale: (locale: string) => void;
  onDirty: (dirty: boolean) => void;
}

function SettingsForm({ base, overtaken, locale, onLocale, onDirty }: SettingsFormProps) {
  const { settings, common } = useTexts();
  const editable = useMay('editor');
  const save = useSetSettings();
  const { refetch } = useSettings();
  const [refused, setRefused] = useState(false);
  const before = valuesOf(base);
  before.texts[locale] ??= emptyTexts();
  const form = useForm<SettingsValues>({
    initialValues: before,
    onValuesChange: (values) => onDirty(settingChanges(before, values).length > 0),
  });
  const changes = settingChanges(before, form.getValues());
  const kept = useLocalDraft({
    ...{ record: 'settings', revision: base.revision },
    value: editable && changes.length > 0 ? changes : null,
  });

  async function send(values: SettingsValues, revision: string | null) {
    try {
      setRefused(false);
      await save.mutateAsync({ settings: settingChanges(before, values), revision });
      onDirty(false);
      notify(settings.saved);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 412) {
        setRefused(true);
        await refetch();
        return;
      }
      const messages = withFields(error.messages, (field) => toFormFields(`${field}: `).slice(0, -2));
      const said = new ApiError(error.status, toFormFields(error.message), error.code, undefined, messages);
      const wrong = Object.keys(said.fields)
        .find((field) => field.startsWith('texts.'))
        ?.split('.')[1];
      if (wrong) onLocale(wrong);
      throw said;
    }
  }
  const { submit, busy, failure } = useSubmit(form, (values) => send(values, base.revision));
  const anyway = useSubmit(form, (values) => send(values, null));
  const saving = busy || anyway.busy;

  const discard = () => {
    form.setValues(before);
    form.clearErrors();
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <DraftNotice
          of={kept}
          revision={base.revision}
          onTakeUp={(value) => form.setValues(withChanges(form.getValues(), value))}
        />
        {(overtaken || refused) && changes.length > 0 && !saving && (
          <Conflict onLoad={() => onDirty(false)} onSave={() => anyway.submit()} />
        )}
        <LogoSection
          value={form.getValues().logo}
          error={form.errors['logo'] as string | undefined}
          editable={editable}
          onChange={(key) => form.setFieldValue('logo', key)}
        />
        <BrandSection form={form} editable={editable} />
        <FooterSection form={form} locale={locale} onLocale={onLocale} editable={editable} />
        <FormFailure text={failure ?? anyway.failure} />
        {!editable && (
          <Text size="sm" c="dimmed">
            {settings.readOnly}
          </Text>
        )}
        {changes.length > 0 && (
          <Paper withBorder p="sm" className={classes['bar']}>
            <Group justify="space-between" gap="xs">
              <Text size="sm" role="status">
                {settings.unsaved}
              </Text>
              <Group gap="xs">
                <Button variant="default" onClick={discard}>
                  {settings.discard}
                </Button>
                <Button type="submit" loading={saving}>
                  {common.save}
                </Button>
              </Group>
            </Group>
          </Paper>
        )}
      </Stack>
    </form>
  );
}
