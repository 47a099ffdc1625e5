import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../../api/client.ts';
import { filenameIn } from './picture-file.rules.ts';

async function ask(url: string, options: RequestInit): Promise<Response> {
  const response = await fetch(url, options).catch((cause: unknown) => {
    if (options.signal?.aborted) throw cause;
    throw new ApiError(0, '');
  });
  if (!response.ok) throw new ApiError(response.status, '');
  return response;
}

const nameIn = ({ headers }: Response) => filenameIn(headers.get('content-disposition'));

/** Downloads an image of the store, with its name. */
export async function fetchPicture(url: string, signal: AbortSignal): Promise<File> {
  const response = await ask(url, { signal });
  const bytes = await response.blob();
  return new File([bytes], nameIn(response) ?? '', { type: bytes.type });
}

/** The name and size of an image. A key always names the same file. */
export const usePictureFacts = (url: string | null) =>
  useQuery({
    queryKey: ['picture-facts', url],
    queryFn: async ({ signal }) => {
      const response = await ask(url ?? '', { method: 'HEAD', signal });
      return { name: nameIn(response), bytes: Number(response.headers.get('content-length')) };
    },
    enabled: url !== null,
    staleTime: Number.POSITIVE_INFINITY,
  }).data ?? null;
