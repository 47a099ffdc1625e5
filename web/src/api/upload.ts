import { ApiError, type Query, toApiError, withQuery } from './client.ts';
import { withSession } from './session-end.ts';

export interface UploadOptions {
  query?: Query;
  /** The uploaded share, from 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

/**
 * Sends a file as the request body; if the session has ended, repeats it once the person has signed in again.
 */
export const upload = <T>(storeId: string, path: string, file: File, options: UploadOptions = {}) =>
  withSession(() => uploadOnce<T>(storeId, path, file, options), options.signal);

/** `XMLHttpRequest` reports progress, which `fetch` does not. */
function uploadOnce<T>(
  storeId: string,
  path: string,
  file: File,
  { query, onProgress, signal }: UploadOptions,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', withQuery(`/app/api/stores/${storeId}${path}`, query));
    request.setRequestHeader('X-Outstep-App', '1');
    request.setRequestHeader('X-Filename', encodeURIComponent(file.name.toWellFormed()));
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 1);
    request.onload = () => {
      if (request.status >= 400) reject(toApiError(request.status, request.responseText));
      else resolve(JSON.parse(request.responseText) as T);
    };
    request.onerror = () => reject(new ApiError(0, ''));
    request.onabort = () => reject(new DOMException('stopped', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}
