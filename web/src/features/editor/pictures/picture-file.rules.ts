/** Types that the server accepts as images. */
const pictures = ['image/png', 'image/apng', 'image/jpeg', 'image/gif', 'image/webp', 'image/svg+xml'];

/** For the file picker. */
export const ACCEPTED = pictures.join(',');

export const isPictureType = (type: string) => pictures.includes(type);

/** Types that browsers can encode as well as decode. A GIF may be animated, and an SVG has no pixels. */
export const isRedrawable = (type: string) => ['image/png', 'image/jpeg', 'image/webp'].includes(type);

/** How many bytes are needed to detect animation. */
export const HEAD_BYTES = 21;

const ANIMATION = 0x02;
const nameAt = (bytes: Uint8Array, from: number) => String.fromCharCode(...bytes.subarray(from, from + 4));

/** A WebP file declares animation in its header; redrawing would keep a single frame. */
export const isAnimatedWebp = (head: Uint8Array) =>
  nameAt(head, 8) === 'WEBP' && nameAt(head, 12) === 'VP8X' && ((head[20] ?? 0) & ANIMATION) !== 0;

/** The file name from `Content-Disposition`. */
export function filenameIn(disposition: string | null): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="([^"]*)"/i.exec(disposition ?? '')?.[1] ?? null;
}
