import { type Area, fitWidth, fullAreaOf, isFullArea } from './crop.rules.ts';
import { HEAD_BYTES, isAnimatedWebp, isRedrawable } from './picture-file.rules.ts';

/** The server encodes the image again, so this is slightly better than the final quality. */
const QUALITY = 0.92;

/**
 * Decodes an image in its EXIF orientation; `null` if this browser cannot read it, in which case the server
 * decides about the file.
 */
export async function readPicture(file: Blob): Promise<ImageBitmap | null> {
  return createImageBitmap(file).catch(() => null);
}

/**
 * Part of an image as a file of the same type, no wider than `most`; the original file if nothing changes.
 */
export async function redrawPicture(
  file: File,
  picture: ImageBitmap,
  area: Area,
  most: number,
): Promise<File> {
  const size = fitWidth(area, most);
  if (isFullArea(area, picture) && size.width === picture.width) return file;
  const canvas = new OffscreenCanvas(size.width, size.height);
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('this browser draws no pictures');
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(picture, area.left, area.top, area.width, area.height, 0, 0, size.width, size.height);
  const drawn = await canvas.convertToBlob({ type: file.type, quality: QUALITY });
  return new File([drawn], file.name, { type: drawn.type });
}

/** Prepares an image for upload: scaled down if it is wider than `most`, with its width if known. */
export async function shrinkPicture(file: File, most: number): Promise<{ file: File; width: number | null }> {
  const picture = await readPicture(file);
  if (!picture) return { file, width: null };
  const { width } = picture;
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const canShrink = width > most && isRedrawable(file.type) && !isAnimatedWebp(head);
  const sent = canShrink ? await redrawPicture(file, picture, fullAreaOf(picture), most) : file;
  picture.close();
  return { file: sent, width: canShrink ? most : width };
}
