import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { type Message, message, textOf } from '../../kernel/messages/message.ts';
import type { ReadUpload } from '../../kernel/ports.ts';

/** Prologues are short; a file with a longer one is stored as bytes and never displayed. */
const SVG_LOOKED_AT = 65_536;
const BEFORE_THE_ROOT = /^(?:\s+|<\?[^>]*\?>|<!--[\s\S]*?-->|<!DOCTYPE[^[>]*(?:\[[^\]]*\]\s*)?>)+/i;
const SVG_ROOT = /^<(?:[\w.-]+:)?svg[\s/>]/i;

function beginningOf(bytes: Uint8Array): string {
  const start = bytes.subarray(0, SVG_LOOKED_AT);
  if (start[0] === 0xff && start[1] === 0xfe) return new TextDecoder('utf-16le').decode(start);
  if (start[0] === 0xfe && start[1] === 0xff) return new TextDecoder('utf-16be').decode(start);
  return new TextDecoder().decode(start);
}

/** Whether it is an SVG drawing, which has no magic bytes. */
function isSvg(bytes: Uint8Array, mime: string | undefined): boolean {
  if (mime !== undefined && mime !== 'application/xml' && mime !== 'image/svg+xml') return false;
  return SVG_ROOT.test(beginningOf(bytes).replace(BEFORE_THE_ROOT, ''));
}

/**
 * Limit for the pixels of all frames: what can be decoded and encoded within the process's 512 MB, measured
 * for each format.
 */
const MAX_PIXELS = 25_000_000;
/** WebP and GIF are decoded whole and not row by row. */
const MAX_PIXELS_WHOLE = 12_000_000;
// One thread and no cache, because the process reads one upload and exits.
sharp.concurrency(1);
sharp.cache(false);
/** Drawings have no pixels; with edges this long they are sharp in an email on any screen. */
const DRAWING_EDGE = 1200;
const DRAWING_DPI = 72;

interface PictureFormat {
  contentType: string;
  extension: string;
  maxPixels: number;
  encode(picture: Sharp): Sharp;
}

const png: PictureFormat = {
  contentType: 'image/png',
  extension: 'png',
  maxPixels: MAX_PIXELS,
  encode: (picture) => picture.png({ compressionLevel: 9 }),
};

/** Formats by the media type detected from the bytes. */
const kinds: Readonly<Record<string, PictureFormat>> = {
  'image/png': png,
  // Keeps only the first frame, because email clients show no more.
  'image/apng': png,
  'image/jpeg': {
    contentType: 'image/jpeg',
    extension: 'jpg',
    maxPixels: MAX_PIXELS,
    encode: (picture) => picture.jpeg({ quality: 90 }),
  },
  // Both with less effort than the library's default, which takes twice the memory and time for a few
  // percent.
  'image/gif': {
    contentType: 'image/gif',
    extension: 'gif',
    maxPixels: MAX_PIXELS_WHOLE,
    encode: (picture) => picture.gif({ effort: 3 }),
  },
  'image/webp': {
    contentType: 'image/webp',
    extension: 'webp',
    maxPixels: MAX_PIXELS_WHOLE,
    encode: (picture) => picture.webp({ quality: 90, effort: 2 }),
  },
};

class TooManyPixels extends Error {
  readonly said: Message;

  constructor(said: Message) {
    super(textOf(said));
    this.said = said;
  }
}

/** Read from the image's header; nothing is decoded yet. */
async function sizeOf(bytes: Uint8Array, maxPixels: number): Promise<{ width: number; height: number }> {
  const { width, height, pages = 1 } = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (width * height * pages > maxPixels)
    throw new TooManyPixels(message('image_too_many_pixels', { count: maxPixels / 1_000_000 }));
  return { width, height };
}

/** Scales the drawing so that its longer edge is long enough. */
async function drawingOptions(bytes: Uint8Array): Promise<SharpOptions> {
  const { width, height } = await sizeOf(bytes, MAX_PIXELS);
  const scale = Math.max(1, DRAWING_EDGE / Math.max(width, height));
  return { density: Math.min(DRAWING_DPI * scale, 100_000) };
}

/**
 * Encodes the image again from its pixels, which removes comments, locations, previews and appended files.
 */
async function redraw(bytes: Uint8Array, kind: PictureFormat, options: SharpOptions): Promise<ReadUpload> {
  const picture = sharp(bytes, { limitInputPixels: kind.maxPixels, failOn: 'error', ...options });
  const { data, info } = await kind
    // The orientation tag is lost too, so the image is rotated now.
    .encode(picture.autoOrient())
    .toBuffer({ resolveWithObject: true });
  const { contentType, extension } = kind;
  const size = { width: info.width, height: info.pageHeight ?? info.height };
  return { contentType, extension, bytes: data, size };
}

const EXTENSION = /^[a-z0-9]{1,5}$/;

function keepBytes(bytes: Uint8Array, type: { mime: string; ext: string } | undefined): ReadUpload {
  const extension = type && EXTENSION.test(type.ext) ? type.ext : 'bin';
  return { contentType: type?.mime ?? 'application/octet-stream', extension, bytes, size: null };
}

const reasonOf = (error: unknown) =>
  error instanceof TooManyPixels ? error.said : message('image_unreadable');

/** Runs native code on hostile bytes: only call it where it can be killed. */
export async function readUpload(bytes: Uint8Array): Promise<ReadUpload | { reason: Message }> {
  const type = await fileTypeFromBuffer(bytes);
  const kind = type && kinds[type.mime];
  try {
    if (kind) {
      await sizeOf(bytes, kind.maxPixels);
      return await redraw(bytes, kind, { animated: kind !== png });
    }
    // Never stored unchanged, because a drawing can contain scripts.
    if (isSvg(bytes, type?.mime)) return await redraw(bytes, png, await drawingOptions(bytes));
  } catch (error) {
    return { reason: reasonOf(error) };
  }
  return keepBytes(bytes, type);
}
