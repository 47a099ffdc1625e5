/** Kinds that the server makes pictures of. */
const pictures = ['image/png', 'image/apng', 'image/jpeg', 'image/gif', 'image/webp', 'image/svg+xml'];

/** For the window in which somebody chooses a file. */
export const ACCEPTED = pictures.join(',');

export const isPictureType = (type: string) => pictures.includes(type);

/** Kinds that a browser writes as well as it reads them; a GIF may move, a drawing has no pixels. */
export const isRedrawable = (type: string) => ['image/png', 'image/jpeg', 'image/webp'].includes(type);

/** How many bytes tell whether a picture moves. */
export const HEAD_BYTES = 21;

const ANIMATION = 0x02;
const nameAt = (bytes: Uint8Array, from: number) => String.fromCharCode(...bytes.subarray(from, from + 4));

/** A WebP says in its header that it moves; drawn anew, it would stand still. */
export const isMoving = (head: Uint8Array) =>
  nameAt(head, 8) === 'WEBP' && nameAt(head, 12) === 'VP8X' && ((head[20] ?? 0) & ANIMATION) !== 0;

/** The name that the server gives a file in `Content-Disposition`. */
export function filenameIn(disposition: string | null): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="([^"]*)"/i.exec(disposition ?? '')?.[1] ?? null;
}
