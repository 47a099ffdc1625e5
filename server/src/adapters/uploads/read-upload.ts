import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Sharp, type SharpOptions } from 'sharp';
import type { ReadUpload } from '../../kernel/ports.ts';
import { isSvg } from './svg.ts';

/** Pixels of all frames together; decoded, each takes four bytes. */
const MAX_PIXELS = 50_000_000;
/** Drawings have no pixels; with edges this long they are sharp in a mail on any screen. */
const DRAWING_EDGE = 1200;
const DRAWING_DPI = 72;

interface Kind {
  contentType: string;
  extension: string;
  encode(picture: Sharp): Sharp;
}

const png: Kind = {
  contentType: 'image/png',
  extension: 'png',
  encode: (picture) => picture.png({ compressionLevel: 9 }),
};

/** By the type that the bytes show. */
const kinds: Readonly<Record<string, Kind>> = {
  'image/png': png,
  // The first frame only: mail programs show no more.
  'image/apng': png,
  'image/jpeg': {
    contentType: 'image/jpeg',
    extension: 'jpg',
    encode: (picture) => picture.jpeg({ quality: 90 }),
  },
  'image/gif': { contentType: 'image/gif', extension: 'gif', encode: (picture) => picture.gif() },
  'image/webp': {
    contentType: 'image/webp',
    extension: 'webp',
    encode: (picture) => picture.webp({ quality: 90 }),
  },
};

/** The drawing's own size, and the scale at which its longer edge is long enough. */
async function drawingOptions(bytes: Uint8Array): Promise<SharpOptions> {
  const { width, height } = await sharp(bytes, { limitInputPixels: MAX_PIXELS }).metadata();
  const scale = Math.max(1, DRAWING_EDGE / Math.max(width, height));
  return { density: Math.min(DRAWING_DPI * scale, 100_000) };
}

/** Encoded again from its pixels, so that comments, locations, previews and appended files are gone. */
async function redraw(bytes: Uint8Array, kind: Kind, options: SharpOptions): Promise<ReadUpload> {
  const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', ...options });
  const { data, info } = await kind
    // The orientation tag is lost too, so the picture is rotated now.
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
  error instanceof Error && /pixel limit/.test(error.message)
    ? `has more than ${MAX_PIXELS / 1_000_000} million pixels`
    : 'is a picture that cannot be read';

/** Native code on hostile bytes: use it where it can be killed. */
export async function readUpload(bytes: Uint8Array): Promise<ReadUpload | { reason: string }> {
  const type = await fileTypeFromBuffer(bytes);
  const kind = type && kinds[type.mime];
  try {
    if (kind) return await redraw(bytes, kind, { animated: kind !== png });
    // Never stored unchanged: a drawing can hold scripts.
    if (isSvg(bytes, type?.mime)) return await redraw(bytes, png, await drawingOptions(bytes));
  } catch (error) {
    return { reason: reasonOf(error) };
  }
  return keepBytes(bytes, type);
}
