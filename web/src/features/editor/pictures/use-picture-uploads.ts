import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useMemo, useRef, useState } from 'react';
import { useStore } from '../../../api/session.ts';
import { upload } from '../../../api/upload.ts';
import { notifyFailure } from '../../../parts/notify.ts';
import { useEventCallback, useLatest } from '../../../parts/use-event-callback.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { useUploadRefusal } from '../../files/upload-refusal.ts';
import { insertBlock } from '../model/commands.rules.ts';
import { availableWidthAt, insertionPointBelow, pictureBlock, setPicture } from '../model/picture.rules.ts';
import type { EditorSession } from '../session/session.ts';
import { useBlockName } from '../session/use-block-name.ts';
import { isPictureType } from './picture-file.rules.ts';
import { shrinkPicture } from './redraw-picture.ts';
import { usePictureTexts } from './use-picture-texts.ts';

/**
 * The target of an image: an existing image block, or a new block below another one, which remains selected
 * if the upload is silent.
 */
export type PictureTarget = { into: string } | { below: string | null; isQuiet?: boolean };

export interface PendingPicture {
  id: number;
  name: string;
  /** Object URL of the local file, until the upload is complete. */
  url: string;
  /** From 0 to 1; at 1 the server is processing the file. */
  share: number;
  into: string | null;
}

/** What was being edited when the upload started: a preset, or the email itself. */
type UploadContext = string | undefined;

/** High-density screens show two pixels per CSS pixel. */
const DENSITY = 2;

/** The largest useful width for an image at a path. */
export const maxImageWidthAt = (...place: Parameters<typeof availableWidthAt>) =>
  availableWidthAt(...place) * DENSITY;

/**
 * Uploads images one at a time; each is inserted into the design as its own step once the server has stored
 * it.
 */
export function usePictureUploads(session: EditorSession, announce: (text: string) => void) {
  const texts = usePictureTexts();
  const { editor } = useTexts();
  const nameOf = useBlockName();
  const { id: storeId } = useStore();
  const queries = useQueryClient();
  const refusal = useUploadRefusal();
  const [pending, setPending] = useState<readonly PendingPicture[]>([]);
  const line = useRef(Promise.resolve());
  const last = useRef(0);
  // Uploads are inserted into the design as it is when the upload finishes.
  const latest = useLatest(session);

  const patch = (id: number, share: number) =>
    setPending((all) => all.map((each) => (each.id === id ? { ...each, share } : each)));

  /** Looks the target up again, because the design may have changed in the meantime. */
  const placeOf = (to: PictureTarget) => {
    const { design, entries, preset } = latest.current;
    const entry = 'into' in to ? (entries.find(({ key }) => key === to.into) ?? null) : null;
    const place = 'below' in to ? insertionPointBelow(design, to.below, preset?.list) : null;
    return { design, entry, place, path: entry?.path ?? place?.list ?? [] };
  };
  /** Returns the target for the next image. */
  const put = (
    to: PictureTarget,
    fileKey: string,
    width: number | null,
    meant: UploadContext,
  ): PictureTarget => {
    const { design, entry, place } = placeOf(to);
    if (latest.current.preset?.id !== meant) {
      notifyFailure(texts.blockGone);
      return to;
    }
    if (entry) {
      latest.current.run(setPicture(design, entry, fileKey));
      announce(texts.changed(nameOf(entry.block)));
      return { below: entry.key };
    }
    const block = pictureBlock(fileKey, width, place ? availableWidthAt(design, place.list) : 0);
    const change = place && insertBlock(design, place, block);
    if (!change) {
      notifyFailure(place ? texts.noRoom : texts.blockGone);
      return to;
    }
    const isQuiet = 'below' in to && to.isQuiet === true;
    latest.current.run(isQuiet ? { ...change, selection: latest.current.selection } : change);
    announce(editor.said.insert(nameOf(block)));
    return { below: change.selection ?? null, isQuiet };
  };

  const refusalOf = useEventCallback((file: File): string | null =>
    isPictureType(file.type) ? refusal.ofFile(file) : texts.noPicture(file.name),
  );

  async function sendOne(file: File, to: PictureTarget): Promise<PictureTarget> {
    const refused = refusalOf(file);
    if (refused !== null) {
      notifyFailure(refused);
      return to;
    }
    const id = ++last.current;
    const url = URL.createObjectURL(file);
    const into = 'into' in to ? to.into : null;
    const meant = latest.current.preset?.id;
    setPending((all) => [...all, { id, name: file.name, url, share: 0, into }]);
    announce(texts.uploading(file.name));
    try {
      const { design, path } = placeOf(to);
      const sent = await shrinkPicture(file, maxImageWidthAt(design, path));
      const onProgress = (share: number) => patch(id, share);
      const { key } = await upload<{ key: string }>(storeId, '/files', sent.file, { onProgress });
      await queries.invalidateQueries({ queryKey: ['store', storeId, 'files'] });
      return put(to, key, sent.width, meant);
    } catch (error) {
      notifyFailure(refusal.ofError(error));
      return to;
    } finally {
      setPending((all) => all.filter((each) => each.id !== id));
      URL.revokeObjectURL(url);
    }
  }

  const send = useEventCallback((files: readonly File[], to: PictureTarget) => {
    line.current = line.current.then(async () => {
      let target = to;
      for (const file of files) target = await sendOne(file, target);
    });
  });
  // All blocks of the email use this context, so it changes only with the pending uploads.
  return useMemo(() => ({ pending, refusalOf, send }), [pending, refusalOf, send]);
}

export type PictureUploads = ReturnType<typeof usePictureUploads>;

const Context = createContext<PictureUploads | null>(null);
export const PictureUploadsProvider = Context.Provider;

export function usePictureUploader(): PictureUploads {
  const uploads = use(Context);
  if (!uploads) throw new Error('pictures are uploaded outside of the editor');
  return uploads;
}
