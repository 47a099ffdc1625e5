import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useStore } from '../../api/session.ts';
import { upload } from '../../api/upload.ts';
import { useUploadRefusal } from './upload-refusal.ts';

export interface Upload {
  id: number;
  file: File;
  state: 'waiting' | 'sending' | 'done' | 'refused';
  /** From 0 to 1; at 1 the server is processing the file. */
  share: number;
  refusal: string | null;
}

/** Uploads files one at a time, because the server processes each image before accepting the next. */
export function useUploads() {
  const { id: storeId } = useStore();
  const queries = useQueryClient();
  const refusalOf = useUploadRefusal();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const line = useRef(Promise.resolve());
  const stops = useRef(new Map<number, AbortController>());
  const last = useRef(0);

  const patch = (id: number, changes: Partial<Upload>) =>
    setUploads((all) => all.map((each) => (each.id === id ? { ...each, ...changes } : each)));

  async function send({ id, file }: Upload) {
    const stop = stops.current.get(id);
    if (!stop || stop.signal.aborted) return;
    patch(id, { state: 'sending', share: 0, refusal: null });
    try {
      const onProgress = (share: number) => patch(id, { share });
      await upload(storeId, '/files', file, { onProgress, signal: stop.signal });
      patch(id, { state: 'done', share: 1 });
      await queries.invalidateQueries({ queryKey: ['store', storeId, 'files'] });
    } catch (error) {
      if (!stop.signal.aborted) patch(id, { state: 'refused', refusal: refusalOf.ofError(error) });
    }
  }

  function queue(upload: Upload) {
    stops.current.set(upload.id, new AbortController());
    line.current = line.current.then(() => send(upload));
  }

  return {
    uploads,
    add(chosen: readonly File[]) {
      const made = chosen.map((file): Upload => {
        const refusal = refusalOf.ofFile(file);
        return { id: ++last.current, file, state: refusal ? 'refused' : 'waiting', share: 0, refusal };
      });
      setUploads((all) => [...all, ...made]);
      for (const each of made) if (each.state === 'waiting') queue(each);
    },
    retry(again: Upload) {
      patch(again.id, { state: 'waiting', refusal: null });
      queue(again);
    },
    /** Removes it from the list, and aborts it if it is still running. */
    drop({ id }: Upload) {
      stops.current.get(id)?.abort();
      setUploads((all) => all.filter((each) => each.id !== id));
    },
    clear: () => setUploads((all) => all.filter(({ state }) => state !== 'done')),
  };
}
