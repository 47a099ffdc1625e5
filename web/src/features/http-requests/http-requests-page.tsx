import { Anchor, Badge, Button, Menu, Stack, Text } from '@mantine/core';
import { IconPlus, IconTrash, IconWorldUpload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay, useStore } from '../../api/session.ts';
import { ConfirmDelete } from '../../parts/confirm.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { notify } from '../../parts/notify.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { DeletionImpact } from '../../parts/reach/impact.tsx';
import { RowMenu } from '../../parts/row-menu.tsx';
import { useListQuery } from '../../parts/search-params.ts';
import { storePath } from '../../parts/store-path.ts';
import { Time } from '../../parts/time.tsx';
import { TrashLink } from '../../parts/trash-link.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { type HttpRequestSummary, useDeleteHttpRequest, useHttpRequests } from './queries.ts';

function Add() {
  const { httpRequests } = useTexts();
  const { id } = useStore();
  return (
    <Button
      component={Link}
      to={storePath(id, 'http-requests/new')}
      leftSection={<IconPlus size={18} aria-hidden />}
    >
      {httpRequests.add}
    </Button>
  );
}

function Name({ of: { id, name, description, url } }: { of: HttpRequestSummary }) {
  const store = useStore();
  return (
    <>
      <Anchor
        component={Link}
        to={storePath(store.id, `http-requests/${id}`)}
        size="sm"
        fw={600}
        underline="hover"
      >
        {name}
      </Anchor>
      <Text size="xs" c="dimmed" lineClamp={2}>
        {description || url}
      </Text>
    </>
  );
}

export function Page() {
  const { httpRequests, pages, common, trash } = useTexts();
  const editor = useMay('editor');
  const remove = useDeleteHttpRequest();
  const [deleting, setDeleting] = useState<HttpRequestSummary | null>(null);
  return (
    <>
      <PageHeader title={pages.httpRequests} lead={httpRequests.lead}>
        <TrashLink />
        {editor && <Add />}
      </PageHeader>
      <DataTable
        label={pages.httpRequests}
        of={useHttpRequests(useListQuery())}
        rowKey={({ id }) => id}
        search={httpRequests.search}
        empty={
          <EmptyState icon={IconWorldUpload} title={httpRequests.empty} hint={httpRequests.emptyHint}>
            {editor && <Add />}
          </EmptyState>
        }
        columns={[
          { title: httpRequests.request, cell: (request) => <Name of={request} /> },
          {
            title: httpRequests.method,
            width: 110,
            cell: ({ method }) => <Badge color="gray">{method}</Badge>,
          },
          { title: httpRequests.changed, width: 150, cell: ({ updatedAt }) => <Time of={updatedAt} /> },
        ]}
        {...(editor && {
          actions: (request: HttpRequestSummary) => (
            <RowMenu name={request.name}>
              <Menu.Item
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={() => setDeleting(request)}
              >
                {common.delete}
              </Menu.Item>
            </RowMenu>
          ),
        })}
      />
      <ConfirmDelete
        opened={deleting !== null}
        title={httpRequests.deleteTitle(deleting?.name ?? '')}
        onClose={() => setDeleting(null)}
        run={async () => {
          await remove.mutateAsync(deleting?.id ?? '');
          notify(trash.moved);
        }}
      >
        <Stack gap="xs">
          <span>{httpRequests.deleteText}</span>
          {deleting && <DeletionImpact path={`/http-requests/${deleting.id}/reach`} />}
        </Stack>
      </ConfirmDelete>
    </>
  );
}
