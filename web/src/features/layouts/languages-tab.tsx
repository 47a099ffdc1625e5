import { Anchor, Badge, Button, Group, Menu, Stack, Text, TextInput, Tooltip } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconLanguage, IconPlus, IconStar, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useSubmit } from '../../api/forms.ts';
import { useMay } from '../../api/session.ts';
import { ConfirmChange, ConfirmDelete } from '../../parts/confirm.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { notify } from '../../parts/notify.ts';
import { offerUndo } from '../../parts/offer-undo.tsx';
import { RowMenu } from '../../parts/row-menu.tsx';
import { useSearchParams } from '../../parts/search-params.ts';
import { Time } from '../../parts/time.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { useLanguageName } from './language-name.ts';
import {
  type Layout,
  type Translation,
  useAddTranslation,
  useDeleteTranslation,
  usePromote,
  useTranslations,
} from './queries.ts';
import { useUndoPromote } from './use-undo-promote.ts';

export function LanguagesTab({ layout }: { layout: Layout }) {
  const { layouts, common } = useTexts();
  const nameOf = useLanguageName();
  const editor = useMay('editor');
  const [, change] = useSearchParams();
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<string | null>(null);
  const [promoting, setPromoting] = useState<string | null>(null);
  const remove = useDeleteTranslation(layout.id);
  const promote = usePromote(layout.id);
  const undo = useUndoPromote(layout.id);
  const open = ({ locale, isMain }: Translation) => change({ tab: null, locale: isMain ? null : locale });
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Text size="sm" c="dimmed" flex="1 1 16rem">
          {layouts.languagesLead}
        </Text>
        {editor && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
            {layouts.addLanguage}
          </Button>
        )}
      </Group>
      <DataTable
        label={layouts.languages}
        of={useTranslations(layout.id)}
        rowKey={({ locale }) => locale}
        empty={<EmptyState icon={IconLanguage} title={common.nothingFound} />}
        columns={[
          {
            title: layouts.language,
            cell: (row) => (
              <Group gap="xs">
                <Anchor component="button" type="button" size="sm" fw={600} onClick={() => open(row)}>
                  {nameOf(row.locale)}
                </Anchor>
                {row.isMain && <Badge size="sm">{layouts.main}</Badge>}
                <Stale paths={row.stale} />
              </Group>
            ),
          },
          { title: layouts.subject, cell: ({ subject }) => subject },
          { title: layouts.changed, width: 150, cell: ({ updatedAt }) => <Time of={updatedAt} /> },
        ]}
        {...(editor && {
          actions: ({ locale, isMain }: Translation) =>
            !isMain && (
              <RowMenu name={nameOf(locale)}>
                <Menu.Item
                  leftSection={<IconStar size={16} aria-hidden />}
                  onClick={() => setPromoting(locale)}
                >
                  {layouts.promote}
                </Menu.Item>
                <Menu.Item
                  leftSection={<IconTrash size={16} aria-hidden />}
                  onClick={() => setRemoving(locale)}
                >
                  {layouts.removeLanguage}
                </Menu.Item>
              </RowMenu>
            ),
        })}
      />
      <Dialog opened={adding} onClose={() => setAdding(false)} title={layouts.addLanguage}>
        <AddLanguage layout={layout} onClose={() => setAdding(false)} />
      </Dialog>
      <ConfirmDelete
        opened={removing !== null}
        title={layouts.removeTitle(nameOf(removing ?? 'en'))}
        action={common.remove}
        onClose={() => setRemoving(null)}
        run={async () => {
          await remove.mutateAsync(removing ?? '');
          notify(layouts.removed);
        }}
      >
        {layouts.removeText}
      </ConfirmDelete>
      <ConfirmChange
        opened={promoting !== null}
        title={layouts.promoteTitle(nameOf(promoting ?? 'en'))}
        action={layouts.promote}
        onClose={() => setPromoting(null)}
        run={async () => {
          const { layout: now } = await promote.mutateAsync(promoting ?? '');
          const message = layouts.promoted(nameOf(promoting ?? 'en'));
          offerUndo({ message, action: common.undo, run: () => undo(now.version) });
        }}
      >
        {layouts.promoteText}
      </ConfirmChange>
    </Stack>
  );
}

function Stale({ paths }: { paths: readonly string[] }) {
  const { layouts } = useTexts();
  if (paths.length === 0) return null;
  return (
    <Tooltip label={paths.join(', ')} multiline maw={360}>
      <Badge size="sm" color="gray" tabIndex={0}>
        {layouts.stale(paths.length)}
      </Badge>
    </Tooltip>
  );
}

function AddLanguage({ layout, onClose }: { layout: Layout; onClose: () => void }) {
  const { layouts } = useTexts();
  const add = useAddTranslation(layout.id);
  const [, change] = useSearchParams();
  const form = useForm({ mode: 'uncontrolled', initialValues: { locale: '' } });
  const sending = useSubmit(form, async ({ locale }) => {
    const { subject, version, languages } = layout;
    const code = locale.trim();
    if (code === '') return form.setFieldError('locale', layouts.languageNeeded);
    // A language that is there would be replaced.
    if (languages.some((each) => each.locale === code.toLowerCase().replaceAll('_', '-')))
      return form.setFieldError('locale', layouts.languageThere);
    const made = await add.mutateAsync({ locale: code, version, fields: { subject } });
    onClose();
    change({ tab: null, locale: made.locale });
  });
  return (
    <DialogForm {...sending} action={layouts.addLanguage} onClose={onClose}>
      <TextInput
        data-autofocus
        label={layouts.languageCode}
        description={layouts.languageCodeHint}
        autoComplete="off"
        autoCapitalize="off"
        key={form.key('locale')}
        {...form.getInputProps('locale')}
      />
    </DialogForm>
  );
}
