import { Button, FileButton, Skeleton, Stack } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../../parts/dialog.tsx';
import { Failure, FormFailure } from '../../../parts/failure.tsx';
import { PictureList } from '../../../parts/picture-list.tsx';
import type { BlockEntry } from '../model/blocks.rules.ts';
import { setPicture } from '../model/picture.rules.ts';
import type { EditorSession } from '../session/session.ts';
import { Cropper } from './cropper.tsx';
import { ACCEPTED, isRedrawable } from './picture-file.rules.ts';
import { fetchPicture } from './stored-picture.ts';
import { usePictureTexts } from './use-picture-texts.ts';
import { maxImageWidthAt, usePictureUploader } from './use-picture-uploads.ts';

interface ContentProps {
  entry: BlockEntry;
  session: EditorSession;
  onClose(): void;
}

interface PictureDialogProps extends ContentProps {
  /** The dialog's task; `null` while closed. */
  to: 'choose' | 'crop' | null;
  /** URL of the current image. */
  url: string | null;
}

/** Chooses an image of the store, uploads one from the device, or crops the current one. */
export function PictureDialog({ to, url, ...props }: PictureDialogProps) {
  const texts = usePictureTexts();
  return (
    <Dialog
      opened={to !== null}
      onClose={props.onClose}
      title={to === 'crop' ? texts.cropTitle : texts.chooseTitle}
      size="lg"
    >
      {to === 'crop' && url !== null ? <Cropping {...props} url={url} /> : <Choosing {...props} />}
    </Dialog>
  );
}

function Choosing({ entry, session, onClose }: ContentProps) {
  const texts = usePictureTexts();
  const { send, refusalOf } = usePictureUploader();
  const [cropped, setCropped] = useState<File | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const upload = (file: File) => {
    onClose();
    send([file], { into: entry.key });
  };
  const take = (file: File | null) => {
    if (!file) return;
    const refused = refusalOf(file);
    setRefusal(refused);
    if (refused !== null) return;
    if (isRedrawable(file.type)) setCropped(file);
    else upload(file);
  };
  if (cropped)
    return (
      <Cropper
        file={cropped}
        widest={maxImageWidthAt(session.design, entry.path)}
        onDone={upload}
        onCancel={() => setCropped(null)}
      />
    );
  const fileKey = entry.block['fileKey'];
  return (
    <Stack>
      <FormFailure text={refusal} />
      <PictureList
        chosen={typeof fileKey === 'string' ? fileKey : null}
        hint={texts.none}
        onPick={(key) => {
          onClose();
          session.run(setPicture(session.design, entry, key));
        }}
      >
        <FileButton accept={ACCEPTED} onChange={take} inputProps={{ 'aria-label': texts.fromDevice }}>
          {(props) => (
            <Button {...props} leftSection={<IconUpload size={16} aria-hidden />}>
              {texts.fromDevice}
            </Button>
          )}
        </FileButton>
      </PictureList>
    </Stack>
  );
}

/** The stored image is kept; the cropped part becomes a new file. */
function Cropping({ entry, session, url, onClose }: ContentProps & { url: string }) {
  const { send } = usePictureUploader();
  const { data, error, refetch } = useQuery({
    queryKey: ['picture', url],
    queryFn: ({ signal }) => fetchPicture(url, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) return <Failure error={error} retry={refetch} />;
  if (!data) return <Skeleton height={280} />;
  return (
    <Cropper
      file={data}
      widest={maxImageWidthAt(session.design, entry.path)}
      onCancel={onClose}
      onDone={(file) => {
        onClose();
        if (file !== data) send([file], { into: entry.key });
      }}
    />
  );
}
