import { useQueries } from '@tanstack/react-query';
import type { FileFacts } from '../../../../../server/src/features/rendering/design/findings/finding.rules.ts';

/** More pictures than a mail has. */
const MOST = 30;

/** A picture of the store that the mail shows already, so that its width costs no second load. */
async function sizeOf(url: string, signal: AbortSignal): Promise<FileFacts> {
  const response = await fetch(url, { method: 'HEAD', signal });
  const size = Number(response.headers.get('content-length'));
  const picture = new Image();
  picture.src = url;
  const width = await picture.decode().then(
    () => picture.naturalWidth,
    () => null,
  );
  return { size, width };
}

/** How large uploaded pictures are, by their keys; what a key names never changes. */
export function usePictureSizes(keys: readonly string[], filesUrl: string | null): Record<string, FileFacts> {
  const asked = filesUrl === null ? [] : keys.slice(0, MOST);
  return useQueries({
    queries: asked.map((key) => ({
      queryKey: ['picture-size', filesUrl, key],
      queryFn: ({ signal }: { signal: AbortSignal }) => sizeOf(`${filesUrl}${key}`, signal),
      ...{ staleTime: Number.POSITIVE_INFINITY, retry: false },
    })),
    combine: (results) =>
      Object.fromEntries(results.flatMap(({ data }, i) => (data ? [[asked[i] as string, data]] : []))),
  });
}
