import { Button, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { FormFailure } from '../../../parts/failure.tsx';
import { NumberField } from '../../../parts/number-field.tsx';
import { useFormats } from '../../../texts/formats.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { type Area, fitWidth, fullAreaOf, type Size, setAreaMember } from './crop.rules.ts';
import { CropStage } from './crop-stage.tsx';
import { readPicture, redrawPicture } from './redraw-picture.ts';
import { usePictureTexts } from './use-picture-texts.ts';

interface CropperProps {
  file: File;
  /** Wider images are scaled down. */
  widest: number;
  onDone(file: File): void;
  onCancel(): void;
}

/** `undefined` until the file is read, `null` if it cannot be. */
function usePicture(file: File): ImageBitmap | null | undefined {
  const [picture, setPicture] = useState<ImageBitmap | null>();
  useEffect(() => {
    let isGone = false;
    let read: ImageBitmap | null = null;
    void readPicture(file).then((bitmap) => {
      read = bitmap;
      if (isGone) bitmap?.close();
      else setPicture(bitmap);
    });
    return () => {
      isGone = true;
      read?.close();
    };
  }, [file]);
  return picture;
}

/** Selects a part of an image before the upload, by pointer, keyboard or numbers. */
export function Cropper({ file, widest, onDone, onCancel }: CropperProps) {
  const { files, common } = useTexts();
  const texts = usePictureTexts();
  const picture = usePicture(file);
  const [chosen, setChosen] = useState<Area | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const area = chosen ?? (picture ? fullAreaOf(picture) : null);
  const unreadable = files.reasons.image_unreadable ?? '';

  const finish = async () => {
    if (!picture || !area) return;
    setBusy(true);
    try {
      onDone(await redrawPicture(file, picture, area, widest));
    } catch {
      setFailure(unreadable);
      setBusy(false);
    }
  };
  return (
    <Stack>
      <FormFailure text={picture === null ? unreadable : failure} />
      {picture === undefined && <Skeleton height={280} />}
      {picture && area && (
        <>
          <CropStage picture={picture} area={area} onChange={setChosen} />
          <Numbers area={area} size={picture} onChange={setChosen} />
          <Result area={area} widest={widest} />
        </>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel}>
          {common.cancel}
        </Button>
        <Button loading={isBusy} disabled={!picture} onClick={() => void finish()}>
          {texts.upload}
        </Button>
      </Group>
    </Stack>
  );
}

function Result({ area, widest }: { area: Area; widest: number }) {
  const { files } = useTexts();
  const texts = usePictureTexts();
  const { number } = useFormats();
  const { width, height } = fitWidth(area, widest);
  return (
    <Text size="sm" c="dimmed" role="status">
      {texts.result(files.pixels(number(width), number(height)))} {width < area.width && texts.scaled}
    </Text>
  );
}

const members = ['left', 'top', 'width', 'height'] as const;

interface NumbersProps {
  area: Area;
  size: Size;
  onChange(area: Area): void;
}

function Numbers({ area, size, onChange }: NumbersProps) {
  const texts = usePictureTexts();
  /** Ignores partial input, such as the `1` of `120`, that is out of range. */
  const write = (name: keyof Area, value: number | null) => {
    if (value === null) return;
    const next = setAreaMember(area, name, value, size);
    if (next[name] === value) onChange(next);
  };
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm">
      {members.map((name) => (
        <NumberField
          key={name}
          label={texts.area[name]}
          value={area[name]}
          min={0}
          isWhole
          onChange={(value) => write(name, value)}
        />
      ))}
    </SimpleGrid>
  );
}
