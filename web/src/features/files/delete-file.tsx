import { DeleteUnlessUsed } from '../../parts/delete-unless-used.tsx';
import { notify } from '../../parts/notify.ts';
import { UsesOf } from '../../parts/reach/uses-of.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { type StoredFile, useDeleteFile } from './queries.ts';
import { UserList } from './used-by.tsx';

interface DeleteFileProps {
  file: StoredFile | null;
  onClose: () => void;
}

export function DeleteFile({ file, onClose }: DeleteFileProps) {
  const { files, reach } = useTexts();
  const remove = useDeleteFile();
  const name = file?.filename ?? '';
  const users = file?.inUse ? (
    <>
      <UserList users={file.usedBy ?? []} />
      <UsesOf path="/files/reach" fileKey={file.key} />
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
      {files.deleteText} {reach.noLayout}
    </DeleteUnlessUsed>
  );
}
