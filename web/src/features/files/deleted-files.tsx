import { Button, Text } from '@mantine/core';
import { IconPhoto, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { ConfirmDelete } from '../../parts/confirm.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { notify } from '../../parts/notify.ts';
import { useListQuery, useSearchParams } from '../../parts/search-params.ts';
import { Time } from '../../parts/time.tsx';
import { useFormats } from '../../texts/formats.ts';
import { useTexts } from '../../texts/texts.tsx';
import { type DeletedFile, useDeletedFiles, useDeleteForGood } from './queries.ts';
import { VersionUserList } from './version-users.tsx';

/** Which of the page's two lists is shown, stored in the URL. */
export function useShownFileList() {
  const [{ show }, change] = useSearchParams();
  return { isDeleted: show === 'deleted', toggle: (to: 'deleted' | null) => change({ show: to, q: null }) };
}

/** Switches between files and deleted files; hidden while there are none. */
export function DeletedFilesButton() {
  const { files } = useTexts();
  const { isDeleted, toggle } = useShownFileList();
  const { data } = useDeletedFiles({ limit: 1 });
  if (!isDeleted && !data?.total) return null;
  const Sign = isDeleted ? IconPhoto : IconTrash;
  return (
    <Button
      variant="subtle"
      color="gray"
      leftSection={<Sign size={18} aria-hidden />}
      onClick={() => toggle(isDeleted ? null : 'deleted')}
    >
      {isDeleted ? files.allFiles : files.deletedFiles}
    </Button>
  );
}

export function DeletedFiles({ editor }: { editor: boolean }) {
  const { files, common, trash } = useTexts();
  const { bytes } = useFormats();
  const remove = useDeleteForGood();
  const [deleting, setDeleting] = useState<DeletedFile | null>(null);
  return (
    <>
      <DataTable
        label={files.deletedFiles}
        of={useDeletedFiles(useListQuery())}
        rowKey={({ key }) => key}
        search={files.search}
        empty={<EmptyState icon={IconTrash} title={files.noDeleted} hint={files.noDeletedHint} />}
        columns={[
          {
            title: files.file,
            cell: ({ filename, contentType }) => (
              <>
                <Text size="sm" fw={600} lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
                  {filename}
                </Text>
                <Text size="xs" c="dimmed">
                  {contentType}
                </Text>
              </>
            ),
          },
          {
            title: files.usedBy,
            width: 320,
            cell: (file) => (
              <Text size="sm" component="div">
                <VersionUserList {...file} inCell />
              </Text>
            ),
          },
          { title: files.size, width: 100, cell: ({ size }) => bytes(size) },
          { title: trash.deletedAt, width: 140, cell: ({ deletedAt }) => <Time of={deletedAt} /> },
        ]}
        {...(editor && {
          actions: (file: DeletedFile) => (
            <Button
              size="xs"
              variant="default"
              style={{ flexShrink: 0 }}
              onClick={() => setDeleting(file)}
              aria-label={`${trash.deleteNow}: ${file.filename}`}
            >
              {trash.deleteNow}
            </Button>
          ),
        })}
      />
      <ConfirmDelete
        opened={deleting !== null}
        title={trash.deleteTitle(deleting?.filename ?? '')}
        action={trash.deleteNow}
        onClose={() => setDeleting(null)}
        run={async () => {
          await remove.mutateAsync(deleting?.key ?? '');
          notify(common.deleted);
        }}
      >
        {files.deleteNowText}
      </ConfirmDelete>
    </>
  );
}
