import { Anchor, Badge, Button, Group, Menu, Text } from '@mantine/core';
import { IconPencil, IconPlus, IconSend, IconStar, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useErrorText } from '../../api/error-text.ts';
import { useMay, useStore } from '../../api/session.ts';
import { ConfirmDelete } from '../../parts/confirm.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { notify, notifyFailure } from '../../parts/notify.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { RowMenu } from '../../parts/row-menu.tsx';
import { useListQuery, useSearchParams } from '../../parts/search-params.ts';
import { storePath } from '../../parts/store-path.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Mailboxes } from './mailboxes.tsx';
import { type SavedSmtpSender, useDeleteSender, useSenders, useSetDefaultSender } from './queries.ts';
import { SenderDialog } from './sender-dialog.tsx';

export function Page() {
  const { senders, pages, common } = useTexts();
  const editor = useMay('editor');
  const [params, change] = useSearchParams();
  // Kept while the dialog closes, so that its title does not change.
  const [editing, setEditing] = useState<SavedSmtpSender | null>(null);
  const [isEditing, setIsEditing] = useState(false);
  const [deleting, setDeleting] = useState<SavedSmtpSender | null>(null);
  const remove = useDeleteSender();
  const add = editor && (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => change({ new: '1' })}>
      {senders.add}
    </Button>
  );
  return (
    <>
      <PageHeader title={pages.senders} lead={senders.lead}>
        {add}
      </PageHeader>
      <DataTable
        label={pages.senders}
        of={useSenders(useListQuery())}
        rowKey={({ id }) => id}
        search={senders.search}
        empty={
          <EmptyState
            icon={IconSend}
            title={senders.empty}
            hint={editor ? senders.emptyHint : senders.editorsAdd}
          >
            {add}
          </EmptyState>
        }
        columns={[
          { title: common.name, cell: (sender) => <SenderName of={sender} /> },
          {
            title: senders.server,
            width: 300,
            cell: ({ host, port, security }) => (
              <>
                <Text size="sm">{`${host}:${port}`}</Text>
                <Text size="xs" c="dimmed">
                  {senders.secured[security]}
                </Text>
              </>
            ),
          },
          { title: senders.domain, width: 190, cell: (sender) => <Domain of={sender} /> },
          {
            title: senders.login,
            width: 130,
            cell: ({ hasPassword }) => (hasPassword ? senders.loginSaved : senders.noLogin),
          },
        ]}
        {...(editor && {
          actions: (sender: SavedSmtpSender) => (
            <Actions
              of={sender}
              onEdit={() => {
                setEditing(sender);
                setIsEditing(true);
              }}
              onDelete={() => setDeleting(sender)}
            />
          ),
        })}
      />
      <Mailboxes />
      {editor && (
        <>
          <SenderDialog opened={params['new'] === '1'} sender={null} onClose={() => change({ new: null })} />
          <SenderDialog opened={isEditing} sender={editing} onClose={() => setIsEditing(false)} />
          <ConfirmDelete
            opened={deleting !== null}
            title={senders.deleteTitle(deleting?.name ?? '')}
            onClose={() => setDeleting(null)}
            run={async () => {
              await remove.mutateAsync(deleting?.id ?? '');
              notify(common.deleted);
            }}
          >
            {senders.deleteText}
          </ConfirmDelete>
        </>
      )}
    </>
  );
}

function SenderName({ of: { name, fromName, fromAddress, isDefault } }: { of: SavedSmtpSender }) {
  const { senders } = useTexts();
  return (
    <>
      <Group gap={6}>
        <Text size="sm" fw={600}>
          {name}
        </Text>
        {isDefault && <Badge size="sm">{senders.isDefault}</Badge>}
      </Group>
      <Text size="xs" c="dimmed">
        {fromName ? `${fromName} <${fromAddress}>` : fromAddress}
      </Text>
    </>
  );
}

function Domain({ of: { id, name, fromAddress } }: { of: SavedSmtpSender }) {
  const { senders } = useTexts();
  const store = useStore();
  const domain = fromAddress.slice(fromAddress.lastIndexOf('@') + 1);
  return (
    <>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {domain}
      </Text>
      <Anchor
        component={Link}
        to={storePath(store.id, `senders/${id}/domain`)}
        size="xs"
        underline="hover"
        aria-label={senders.checkDomain(domain, name)}
      >
        {senders.checkDns}
      </Anchor>
    </>
  );
}

function Actions({
  of: sender,
  onEdit,
  onDelete,
}: {
  of: SavedSmtpSender;
  onEdit: () => void;
  onDelete: () => void;
}) {
  const { senders, common } = useTexts();
  const makeDefault = useSetDefaultSender('smtp-configs');
  const errorText = useErrorText();
  const choose = () =>
    makeDefault.mutate(sender.id, {
      onSuccess: () => notify(senders.nowDefault(sender.name)),
      onError: (error) => notifyFailure(errorText(error)),
    });
  return (
    <RowMenu name={sender.name}>
      <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
        {senders.edit}
      </Menu.Item>
      {!sender.isDefault && (
        <Menu.Item leftSection={<IconStar size={16} aria-hidden />} onClick={choose}>
          {senders.makeDefault}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={onDelete}>
        {common.delete}
      </Menu.Item>
    </RowMenu>
  );
}
