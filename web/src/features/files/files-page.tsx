import { ActionIcon, Group, Stack, Text, Tooltip, UnstyledButton } from '@mantine/core';
import {
  type Icon,
  IconFile,
  IconFileMusic,
  IconFileText,
  IconFileTypePdf,
  IconFileZip,
  IconMovie,
  IconPhoto,
  IconPhotoOff,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { DeleteUnlessUsed } from '../../parts/delete-unless-used.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { notify } from '../../parts/notify.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { UsageImpact } from '../../parts/reach/impact.tsx';
import { useListQuery } from '../../parts/search-params.ts';
import { Time } from '../../parts/time.tsx';
import { useFormats } from '../../texts/formats.ts';
import { useTexts } from '../../texts/texts.tsx';
import { DeletedFiles, DeletedFilesButton, useShownFileList } from './deleted-files.tsx';
import { DropArea } from './drop-area.tsx';
import { FileDetails } from './file-details.tsx';
import classes from './files.module.css';
import { type StoredFile, useDeleteFile, useFiles } from './queries.ts';
import { UploadList } from './upload-list.tsx';
import { useUploads } from './use-uploads.ts';
import { FileUsage, FileUsageList } from './used-by.tsx';
import { DeletedForGood } from './version-users.tsx';

const icons: readonly (readonly [RegExp, Icon])[] = [
  [/^application\/pdf$/, IconFileTypePdf],
  [/zip|compressed|x-tar|x-7z/, IconFileZip],
  [/^audio\//, IconFileMusic],
  [/^video\//, IconMovie],
  [/^text\/|document|sheet/, IconFileText],
];

/** A thumbnail of the file, or an icon of its type. Its name is next to it. */
function Thumb({ file: { url, contentType } }: { file: StoredFile }) {
  const [lost, setLost] = useState(false);
  const isVisible = url !== null && !lost;
  const Sign = lost ? IconPhotoOff : (icons.find(([type]) => type.test(contentType))?.[1] ?? IconFile);
  return (
    <div className={`${classes['thumb']} ${isVisible ? classes['squares'] : ''}`}>
      {isVisible ? (
        <img src={url} alt="" loading="lazy" decoding="async" onError={() => setLost(true)} />
      ) : (
        <Sign size={22} stroke={1.5} aria-hidden />
      )}
    </div>
  );
}

interface DeleteFileProps {
  file: StoredFile | null;
  onClose: () => void;
}

function DeleteFile({ file, onClose }: DeleteFileProps) {
  const { files } = useTexts();
  const remove = useDeleteFile();
  const name = file?.filename ?? '';
  const users = file?.inUse ? (
    <>
      <FileUsageList users={file.usedBy ?? []} />
      <UsageImpact path="/files/reach" fileKey={file.key} />
    </>
  ) : null;
  return (
    <DeleteUnlessUsed
      opened={file !== null}
      title={files.deleteTitle(name)}
      inUse={{ title: files.inUseTitle(name), text: files.inUseText, users, now: files.inUseNow }}
      onClose={onClose}
      run={async () => {
        await remove.mutateAsync(file?.key ?? '');
        notify(files.deleted(name));
      }}
    >
      {file && <DeletedForGood fileKey={file.key} />}
    </DeleteUnlessUsed>
  );
}

export function Page() {
  const { files, pages } = useTexts();
  const editor = useMay('editor');
  const uploads = useUploads();
  const { isDeleted } = useShownFileList();
  if (isDeleted)
    return (
      <>
        <PageHeader title={files.deletedFiles} lead={files.deletedLead}>
          <DeletedFilesButton />
        </PageHeader>
        <DeletedFiles editor={editor} />
      </>
    );
  return (
    <>
      <PageHeader title={pages.files} lead={files.lead}>
        <DeletedFilesButton />
      </PageHeader>
      <Stack gap="md">
        {editor && <DropArea onFiles={uploads.add} />}
        <UploadList {...uploads} />
        <Files editor={editor} />
      </Stack>
    </>
  );
}

function Files({ editor }: { editor: boolean }) {
  const { files, pages, common } = useTexts();
  const { bytes } = useFormats();
  const [opened, setOpened] = useState<StoredFile | null>(null);
  const [deleting, setDeleting] = useState<StoredFile | null>(null);
  return (
    <>
      <DataTable
        label={pages.files}
        of={useFiles(useListQuery())}
        rowKey={({ key }) => key}
        search={files.search}
        empty={
          <EmptyState
            icon={IconPhoto}
            title={files.empty}
            hint={editor ? files.emptyHint : files.emptyForViewers}
          />
        }
        columns={[
          { title: files.file, cell: (file) => <FileName file={file} onOpen={() => setOpened(file)} /> },
          { title: files.usedBy, width: 260, cell: ({ usedBy = [] }) => <FileUsage users={usedBy} /> },
          { title: files.size, width: 100, cell: ({ size }) => bytes(size) },
          { title: files.added, width: 140, cell: ({ createdAt }) => <Time of={createdAt} /> },
        ]}
        {...(editor && {
          actions: (file: StoredFile) => (
            <Tooltip label={common.delete}>
              <ActionIcon
                variant="subtle"
                color="gray"
                onClick={() => setDeleting(file)}
                aria-label={`${common.delete}: ${file.filename}`}
              >
                <IconTrash size={18} />
              </ActionIcon>
            </Tooltip>
          ),
        })}
      />
      <FileDetails file={opened} onClose={() => setOpened(null)} />
      <DeleteFile file={deleting} onClose={() => setDeleting(null)} />
    </>
  );
}

function FileName({ file, onOpen }: { file: StoredFile; onOpen: () => void }) {
  const { files } = useTexts();
  const { number } = useFormats();
  const { filename, width, height, contentType } = file;
  return (
    <UnstyledButton onClick={onOpen} w="100%">
      <Group gap="sm" wrap="nowrap">
        <Thumb file={file} />
        <div style={{ minWidth: 0 }}>
          <Text size="sm" fw={600} lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
            {filename}
          </Text>
          <Text size="xs" c="dimmed">
            {width !== null && height !== null ? files.pixels(number(width), number(height)) : contentType}
          </Text>
        </div>
      </Group>
    </UnstyledButton>
  );
}
