import type { RawFinding } from './finding.rules.ts';
import { numberIn, type PlacedBlock } from './read-blocks.rules.ts';
import type { ReadMail } from './read-mail.rules.ts';

const KILOBYTE = 1024;
/** High-density screens show twice the width; anything beyond that is wasted bandwidth. */
const DENSITY = 2;
/** A smaller file is cheap to load, however wide the image. */
const LIGHT = 50 * KILOBYTE;
const HEAVY = 500 * KILOBYTE;

const pictures: ReadonlySet<string> = new Set(['image', 'video', 'logo']);
const LOGO_WIDTH = 140;

/**
 * An empty description marks an image as decorative; a missing one means that it has not been written yet.
 */
const isUndescribed = ({ type, block }: PlacedBlock) =>
  pictures.has(type) && (block['alt'] ?? null) === null && (type === 'logo' || hasPicture(block));

const hasPicture = (block: PlacedBlock['block']) =>
  ['fileKey', 'url', 'thumbnail'].some((name) => typeof block[name] === 'string');

function* fileFindings(placed: PlacedBlock, { facts }: ReadMail): Generator<RawFinding> {
  const { block, type, path, room } = placed;
  const key = block['fileKey'];
  const file =
    pictures.has(type) && typeof key === 'string' && Object.hasOwn(facts.files, key)
      ? facts.files[key]
      : null;
  if (!file) return;
  const at = [...path, 'fileKey'];
  const kilobytes = Math.round(file.size / KILOBYTE);
  if (file.size > HEAVY) yield { rule: 'picture-heavy', path: at, values: { kilobytes } };
  const shown = Math.min(numberIn(block['width']) ?? (type === 'logo' ? LOGO_WIDTH : room), room);
  const { width } = file;
  if (width !== null && width > DENSITY * shown && file.size > LIGHT)
    yield { rule: 'picture-wide', path: at, values: { width, shown, kilobytes } };
}

/** Missing alternative texts, and images that are larger than they are shown. */
export function* pictureFindings(mail: ReadMail): Generator<RawFinding> {
  for (const placed of mail.blocks) {
    if (isUndescribed(placed)) yield { rule: 'alt-missing', path: [...placed.path, 'alt'], values: {} };
    yield* fileFindings(placed, mail);
  }
  for (const { path, rich } of mail.texts)
    if (rich && rich.undescribed > 0) yield { rule: 'alt-missing', path, values: {} };
}
