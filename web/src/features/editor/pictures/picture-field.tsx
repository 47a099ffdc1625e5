import { Button, Group, Input, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useStore } from '../../../api/session.ts';
import { PictureTile } from '../../../parts/picture-list.tsx';
import { useFormats } from '../../../texts/formats.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { useTranslateMessage } from '../../../texts/use-said.ts';
import type { BlockEntry } from '../model/blocks.rules.ts';
import { setPicture } from '../model/picture.rules.ts';
import { type EditorSession, fieldPath } from '../session/session.ts';
import type { Size } from './crop.rules.ts';
import { PictureDialog } from './picture-dialog.tsx';
import { usePictureFacts } from './stored-picture.ts';
import { usePictureTexts } from './use-picture-texts.ts';
import { usePictureUploader } from './use-picture-uploads.ts';

/** Image types that can be cropped, by the extension of their key. */
const CROPPED = /\.(png|jpg|webp)$/;

interface PictureFieldProps {
  id: string;
  entry: BlockEntry;
  session: EditorSession;
}

/** A block's image with its size, and ways to change it. Images can be dropped and pasted here too. */
export function PictureField({ id, entry, session }: PictureFieldProps) {
  const { common } = useTexts();
  const texts = usePictureTexts();
  const said = useTranslateMessage();
  const store = useStore();
  const choose = useRef<HTMLButtonElement>(null);
  const [to, setTo] = useState<'choose' | 'crop' | null>(null);
  const { fileKey } = entry.block;
  const fault = session.faults[fieldPath([...entry.path, 'fileKey'])];
  const url = typeof fileKey === 'string' ? `/files/${store.id}/${fileKey}` : null;
  const canCrop = typeof fileKey === 'string' && CROPPED.test(fileKey);
  const remove = () => {
    session.run(setPicture(session.design, entry, null));
    choose.current?.focus();
  };
  return (
    <Input.Wrapper
      label={texts.label}
      labelElement="div"
      error={fault && said(fault)}
      data-picture-field
      data-block={entry.key}
    >
      <Stack gap="xs" mt={4}>
        <Shown entry={entry} url={url} />
        {session.canChange && (
          <Group gap="xs">
            <Button ref={choose} id={id} size="xs" variant="default" onClick={() => setTo('choose')}>
              {texts.choose}
            </Button>
            {canCrop && (
              <Button size="xs" variant="default" onClick={() => setTo('crop')}>
                {texts.crop}
              </Button>
            )}
            {url !== null && (
              <Button size="xs" variant="subtle" color="gray" onClick={remove}>
                {common.remove}
              </Button>
            )}
          </Group>
        )}
      </Stack>
      <PictureDialog entry={entry} session={session} to={to} url={url} onClose={() => setTo(null)} />
    </Input.Wrapper>
  );
}

/** The image as stored, or the local file while it is uploaded. */
function Shown({ entry, url }: { entry: BlockEntry; url: string | null }) {
  const { files } = useTexts();
  const texts = usePictureTexts();
  const { number, bytes } = useFormats();
  const { pending } = usePictureUploader();
  const facts = usePictureFacts(url);
  const [size, setSize] = useState<(Size & { of: string }) | null>(null);
  const local = pending.find(({ into }) => into === entry.key)?.url;
  const src = local ?? url;
  if (src === null)
    return (
      <Text size="sm" c="dimmed">
        {entry.type === 'logo' ? texts.storeLogo : texts.noFile}
      </Text>
    );
  return (
    <Stack gap={4}>
      <PictureTile
        key={src}
        src={src}
        alt={files.preview(facts?.name ?? '')}
        onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
          setSize({ of: src, width, height })
        }
      />
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {[
          local === undefined && facts?.name,
          size?.of === src && files.pixels(number(size.width), number(size.height)),
          local === undefined && facts && bytes(facts.bytes),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
    </Stack>
  );
}
