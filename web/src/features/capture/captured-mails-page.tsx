import { Anchor, Button, Code, Group, Text } from '@mantine/core';
import { IconInbox, IconPaperclip, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useStore } from '../../api/session.ts';
import { ConfirmDelete } from '../../parts/confirm.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { notify } from '../../parts/notify.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { useListQuery } from '../../parts/search-params.ts';
import { storePath } from '../../parts/store-path.ts';
import { Time } from '../../parts/time.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { type CapturedMail, useCapturedMails, useEmptyMailbox } from './queries.ts';
import { useCaptureTexts } from './use-capture-texts.ts';

const MOST_NAMED = 3;

function Subject({ of: { id, subject, to, cc, bcc, files } }: { of: CapturedMail }) {
  const texts = useCaptureTexts();
  const store = useStore();
  const whom = [...to, ...cc, ...bcc].map(({ address }) => address);
  return (
    <>
      <Anchor
        component={Link}
        to={storePath(store.id, `captured-mails/${id}`)}
        size="sm"
        fw={600}
        underline="hover"
        style={{ overflowWrap: 'anywhere' }}
      >
        {subject}
      </Anchor>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {texts.toWhom(whom.slice(0, MOST_NAMED).join(', '), Math.max(0, whom.length - MOST_NAMED))}
      </Text>
      {files > 0 && (
        <Text size="xs" c="dimmed">
          <IconPaperclip size={12} aria-hidden /> {texts.files(files)}
        </Text>
      )}
    </>
  );
}

function EmptyButton() {
  const texts = useCaptureTexts();
  const { common } = useTexts();
  const [asking, setAsking] = useState(false);
  const empty = useEmptyMailbox();
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconTrash size={18} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {texts.empty}
      </Button>
      <ConfirmDelete
        opened={asking}
        title={texts.emptyTitle}
        action={texts.empty}
        onClose={() => setAsking(false)}
        run={async () => {
          await empty.mutateAsync();
          notify(common.deleted);
        }}
      >
        {texts.emptyText}
      </ConfirmDelete>
    </>
  );
}

export function Page() {
  const { pages, history } = useTexts();
  const texts = useCaptureTexts();
  const { id } = useStore();
  const list = useCapturedMails(useListQuery());
  return (
    <>
      <PageHeader title={pages.capturedMails} lead={texts.lead}>
        {(list.data?.total ?? 0) > 0 && <EmptyButton />}
      </PageHeader>
      <DataTable
        label={pages.capturedMails}
        of={list}
        rowKey={(mail) => mail.id}
        empty={
          <EmptyState icon={IconInbox} title={texts.nothing} hint={texts.nothingHint}>
            <Button component={Link} to={storePath(id, 'layouts')} mt="xs">
              {texts.toLayouts}
            </Button>
          </EmptyState>
        }
        columns={[
          { title: history.subject, cell: (mail) => <Subject of={mail} /> },
          {
            title: history.searchLayout,
            width: 220,
            cell: ({ actionConfigName }) => actionConfigName || history.unnamed,
          },
          { title: history.trigger, width: 130, cell: ({ trigger }) => history.triggers[trigger] },
          { title: history.when, width: 150, cell: ({ capturedAt }) => <Time of={capturedAt} /> },
        ]}
      />
      <Group mt="md">
        <Text size="sm" c="dimmed">
          {texts.byName} <Code>capture</Code>
        </Text>
      </Group>
    </>
  );
}
