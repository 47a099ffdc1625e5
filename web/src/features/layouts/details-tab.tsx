import { Paper, Select, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { JsonObject } from 'outstep/kernel/json.ts';
import { useMemo, useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { useSubmit } from '../../api/forms.ts';
import { useMay } from '../../api/session.ts';
import { ConfirmChange } from '../../parts/confirm.tsx';
import { DraftNotice } from '../../parts/drafts/draft-notice.tsx';
import { useLocalDraft } from '../../parts/drafts/use-local-draft.ts';
import { FormFailure } from '../../parts/failure.tsx';
import { LanguageField } from '../../parts/language-field.tsx';
import { notify } from '../../parts/notify.ts';
import { SaveBar } from '../../parts/save-bar.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { LayoutConflict } from './conflict.tsx';
import { LayoutReach } from './layout-reach.tsx';
import { type Layout, useRefetchLayouts, useSaveLayout } from './queries.ts';
import { RequiredVariables } from './required-variables.tsx';

const footerFields = ['unsubscribeText', 'unsubscribeLinkLabel', 'companyDetails'] as const;

const valuesOf = ({
  name,
  description,
  category,
  defaultLocale,
  requiredVariables,
  completeLanguagesOnly,
  marketingTexts,
}: Layout) => ({
  ...{ name, description, category, defaultLocale, requiredVariables, completeLanguagesOnly },
  marketingTexts: {
    unsubscribeText: marketingTexts?.unsubscribeText ?? '',
    unsubscribeLinkLabel: marketingTexts?.unsubscribeLinkLabel ?? '',
    companyDetails: marketingTexts?.companyDetails ?? '',
  },
});
type Values = ReturnType<typeof valuesOf>;

/** The changed fields; an empty footer text falls back to the text from the settings. */
function changedFields({ marketingTexts, ...meta }: Values, before: Values): JsonObject {
  const isOther = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b);
  const fields = Object.entries(meta).filter(([name, value]) => isOther(value, before[name as keyof Values]));
  const texts = Object.entries(marketingTexts).map(([name, text]) => [name, text || null]);
  return {
    ...Object.fromEntries(fields),
    ...(isOther(marketingTexts, before.marketingTexts) && { marketingTexts: Object.fromEntries(texts) }),
  };
}

/** The settings of a layout that apply to all languages. */
export function DetailsTab({ layout }: { layout: Layout }) {
  const { layouts, common } = useTexts();
  const readOnly = !useMay('editor');
  const [from, setFrom] = useState(layout.version);
  const [isStale, setStale] = useState(false);
  const [asking, setAsking] = useState(false);
  const save = useSaveLayout(layout.id);
  const refetch = useRefetchLayouts();
  const form = useForm<Values>({ initialValues: valuesOf(layout) });
  const send = async (values: Values, version: number) => {
    try {
      const fields = changedFields(values, valuesOf(layout));
      if (Object.keys(fields).length === 0) return takeTheirs();
      const saved = await save.mutateAsync({ version, fields });
      form.setInitialValues(valuesOf(saved));
      form.setValues(valuesOf(saved));
      setFrom(saved.version);
      setStale(false);
      notify(common.saved);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 412)) throw error;
      await refetch();
      setStale(true);
    }
  };
  const kept = useLocalDraft({
    ...{ record: `layouts/${layout.id}/details`, revision: String(from) },
    value: !readOnly && form.isDirty() ? form.getValues() : null,
  });
  const { submit, busy, failure } = useSubmit(form, async (values) => {
    const reachesAll = layout.category === 'marketing' && values.category === 'transactional';
    if (reachesAll && layout.stepCount > 0) setAsking(true);
    else await send(values, from);
  });
  const translated = useMemo(
    () => layout.languages.filter(({ isMain }) => !isMain).map(({ locale }) => locale),
    [layout.languages],
  );
  const takeTheirs = () => {
    form.setInitialValues(valuesOf(layout));
    form.setValues(valuesOf(layout));
    setFrom(layout.version);
    setStale(false);
  };
  return (
    <>
      <Paper component="form" withBorder p="lg" maw={640} onSubmit={submit} noValidate>
        <Stack>
          <DraftNotice
            of={kept}
            revision={String(layout.version)}
            onTakeUp={(values, began) => {
              form.setValues(values);
              setFrom(Number(began));
            }}
          />
          {isStale && (
            <LayoutConflict
              layoutId={layout.id}
              from={from}
              busy={save.isPending}
              takeTheirs={takeTheirs}
              keepMine={(newest) => void send(form.getValues(), newest).catch(() => setStale(false))}
            />
          )}
          <FormFailure text={failure} />
          <TextInput label={common.name} readOnly={readOnly} {...form.getInputProps('name')} />
          <Textarea
            label={layouts.description}
            description={layouts.descriptionHint}
            autosize
            minRows={2}
            readOnly={readOnly}
            {...form.getInputProps('description')}
          />
          <Select
            label={layouts.category}
            description={layouts.categoryHint}
            allowDeselect={false}
            readOnly={readOnly}
            data={(['transactional', 'marketing'] as const).map((value) => ({
              value,
              label: layouts.categories[value],
            }))}
            {...form.getInputProps('category')}
          />
          <LanguageField
            label={layouts.mainLanguage}
            readOnly={readOnly}
            taken={translated}
            value={form.values.defaultLocale}
            onChange={(locale) => form.setFieldValue('defaultLocale', locale)}
            error={form.errors['defaultLocale']}
          />
          <Switch
            label={layouts.completeOnly}
            description={layouts.completeOnlyHint}
            disabled={readOnly}
            {...form.getInputProps('completeLanguagesOnly', { type: 'checkbox' })}
          />
          <RequiredVariables
            layoutId={layout.id}
            readOnly={readOnly}
            value={form.values.requiredVariables}
            onChange={(paths) => form.setFieldValue('requiredVariables', paths)}
            error={form.errors['requiredVariables'] as string | undefined}
          />
          {form.values.category === 'marketing' &&
            footerFields.map((field) => (
              <Textarea
                key={field}
                label={layouts.footer[field]}
                description={layouts.footerHint}
                autosize
                minRows={1}
                readOnly={readOnly}
                {...form.getInputProps(`marketingTexts.${field}`)}
              />
            ))}
          {readOnly ? (
            <Text size="sm" c="dimmed">
              {layouts.editorsChange}
            </Text>
          ) : (
            <SaveBar dirty={form.isDirty()} canSave={form.isDirty()} busy={busy}>
              {form.isDirty() && <LayoutReach id={layout.id} />}
            </SaveBar>
          )}
        </Stack>
      </Paper>
      <ConfirmChange
        opened={asking}
        title={layouts.toTransactionalTitle}
        action={layouts.toTransactional}
        onClose={() => setAsking(false)}
        run={() => send(form.getValues(), from)}
      >
        {layouts.toTransactionalText(layout.stepCount)}
      </ConfirmChange>
    </>
  );
}
