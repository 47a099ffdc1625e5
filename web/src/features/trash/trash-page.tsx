import { Badge, Button, Code, Group, List, Menu, Stack, Text } from '@mantine/core';
import { IconTrash, IconTrashX } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useErrorText } from '../../api/error-text.ts';
import { useMay, useStore } from '../../api/session.ts';
import { ConfirmDelete } from '../../parts/confirm.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { notify, notifyFailure } from '../../parts/notify.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { RowMenu } from '../../parts/row-menu.tsx';
import { useListQuery } from '../../parts/search-params.ts';
import { storePath } from '../../parts/store-path.ts';
import { Time } from '../../parts/time.tsx';
import { useTexts } from '../../texts/texts.tsx';
import {
  type RestoredItem,
  type TrashedItem,
  useDeletePermanently,
  useRestore,
  useTrash,
} from './queries.ts';

interface LostDialogProps {
  of: RestoredItem | null;
  onClose: () => void;
  onOpen: (item: RestoredItem) => void;
}

/** Lists what a restored layout used that no longer exists. */
function LostDialog({ of: item, onClose, onOpen }: LostDialogProps) {
  const { trash, common } = useTexts();
  return (
    <Dialog opened={item !== null} onClose={onClose} title={trash.lostTitle(item?.name ?? '')}>
      <Stack>
        <Text size="sm">{trash.lostText}</Text>
        <List size="sm" spacing="xs" withPadding={false}>
          {item?.lost.map(({ locale, field, type, takenOut }) => (
            <List.Item key={`${locale} ${field} ${takenOut}`}>
              {takenOut ? trash.takenOut[type] : trash.stillThere} <Code>{field}</Code>, {locale}
            </List.Item>
          ))}
        </List>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {common.close}
          </Button>
          <Button data-autofocus onClick={() => item && onOpen(item)}>
            {trash.open}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

const pathOf = ({ kind, id }: Pick<TrashedItem, 'kind' | 'id'>) =>
  kind === 'layout' ? `layouts/${id}` : `http-requests/${id}`;

export function Page() {
  const { trash, pages, common } = useTexts();
  const store = useStore();
  const navigate = useNavigate();
  const editor = useMay('editor');
  const errorText = useErrorText();
  const remove = useDeletePermanently();
  const restore = useRestore();
  const [deleting, setDeleting] = useState<TrashedItem | null>(null);
  const [restored, setRestored] = useState<RestoredItem | null>(null);
  const open = (item: RestoredItem) => void navigate({ to: storePath(store.id, pathOf(item)) });
  const restoreItem = async ({ id, name }: TrashedItem) => {
    try {
      const item = await restore.mutateAsync(id);
      notify(trash.restored(name));
      if (item.lost.length > 0) setRestored(item);
      else open(item);
    } catch (error) {
      notifyFailure(errorText(error));
    }
  };
  return (
    <>
      <PageHeader title={pages.trash} lead={trash.lead} />
      <DataTable
        label={pages.trash}
        of={useTrash(useListQuery())}
        rowKey={({ id }) => id}
        search={trash.search}
        empty={<EmptyState icon={IconTrash} title={trash.empty} hint={trash.emptyHint} />}
        columns={[
          {
            title: common.name,
            cell: ({ name, deletedBy }) => (
              <>
                <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
                  {name}
                </Text>
                <Text size="xs" c="dimmed">
                  {trash.deletedBy(deletedBy.name)}
                </Text>
              </>
            ),
          },
          {
            title: trash.kind,
            width: 150,
            cell: ({ kind }) => <Badge color="gray">{trash.kinds[kind]}</Badge>,
          },
          { title: trash.deletedAt, width: 140, cell: ({ deletedAt }) => <Time of={deletedAt} /> },
          { title: trash.endsAt, width: 140, cell: ({ endsAt }) => <Time of={endsAt} /> },
        ]}
        {...(editor && {
          actions: (item: TrashedItem) => (
            <Group gap={4} wrap="nowrap" justify="flex-end">
              <Button
                size="xs"
                variant="default"
                style={{ flexShrink: 0 }}
                loading={restore.isPending && restore.variables === item.id}
                onClick={() => void restoreItem(item)}
                aria-label={`${trash.restore}: ${item.name}`}
              >
                {trash.restore}
              </Button>
              <RowMenu name={item.name}>
                <Menu.Item
                  leftSection={<IconTrashX size={16} aria-hidden />}
                  onClick={() => setDeleting(item)}
                >
                  {trash.deleteNow}
                </Menu.Item>
              </RowMenu>
            </Group>
          ),
        })}
      />
      <ConfirmDelete
        opened={deleting !== null}
        title={trash.deleteTitle(deleting?.name ?? '')}
        action={trash.deleteNow}
        onClose={() => setDeleting(null)}
        run={async () => {
          await remove.mutateAsync(deleting?.id ?? '');
          notify(common.deleted);
        }}
      >
        {trash.deleteText}
      </ConfirmDelete>
      <LostDialog of={restored} onClose={() => setRestored(null)} onOpen={open} />
    </>
  );
}
