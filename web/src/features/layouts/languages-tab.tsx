import { Anchor, Badge, Button, Group, Menu, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconLanguage, IconPlus, IconStar, IconTrash } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useSubmit } from '../../api/forms.ts';
import { useMay } from '../../api/session.ts';
import { ConfirmChange, ConfirmDelete } from '../../parts/confirm.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { LanguageField } from '../../parts/language-field.tsx';
import { useLanguageName } from '../../parts/language-name.ts';
import { notify } from '../../parts/notify.ts';
import { offerUndo } from '../../parts/offer-undo.tsx';
import { RowMenu } from '../../parts/row-menu.tsx';
import { useSearchParams } from '../../parts/search-params.ts';
import { Time } from '../../parts/time.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { LazyDifferentBadge, OutdatedBadge, UntranslatedBadge } from './language-badges.tsx';
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
  const translations = useTranslations(layout.id);
  const main = translations.data?.items.find(({ isMain }) => isMain);
  const open = ({ locale, isMain }: Translation) => change({ tab: null, locale: isMain ? null : locale });
  const translate = ({ locale }: Translation) => change({ tab: null, locale, view: 'translate' });
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
        of={translations}
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
                {main && <UntranslatedBadge own={row} main={main} onOpen={() => translate(row)} />}
                {main && <OutdatedBadge own={row} main={main} onOpen={() => translate(row)} />}
                {main && !row.isMain && (
                  <Suspense>
                    <LazyDifferentBadge own={row} main={main} onOpen={() => open(row)} />
                  </Suspense>
                )}
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

function AddLanguage({ layout, onClose }: { layout: Layout; onClose: () => void }) {
  const { layouts } = useTexts();
  const add = useAddTranslation(layout.id);
  const [, change] = useSearchParams();
  const form = useForm({ initialValues: { locale: '' } });
  const nameOf = useLanguageName();
  const { version, languages } = layout;
  const sending = useSubmit(form, async ({ locale }) => {
    if (locale === '') return form.setFieldError('locale', layouts.languageNeeded);
    const made = await add.mutateAsync({ locale, version });
    onClose();
    notify(
      made.filled > 0
        ? layouts.languageFilled(nameOf(made.locale), made.filled)
        : layouts.languageAdded(nameOf(made.locale)),
    );
    change({ tab: null, locale: made.locale, view: made.incomplete ? 'translate' : null });
  });
  return (
    <DialogForm {...sending} action={layouts.addLanguage} onClose={onClose}>
      <LanguageField
        label={layouts.language}
        taken={languages.map((each) => each.locale)}
        value={form.values.locale}
        onChange={(locale) => form.setFieldValue('locale', locale)}
        error={form.errors['locale']}
      />
    </DialogForm>
  );
}
