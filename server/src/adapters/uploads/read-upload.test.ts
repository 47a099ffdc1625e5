import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { textOf } from '../../kernel/messages/message.ts';
import type { ReadUpload } from '../../kernel/ports.ts';
import { readUpload } from './read-upload.ts';

const flat = (width: number, height: number, background = 'red') =>
  sharp({ create: { width, height, channels: 3, background } });

async function picture(bytes: Uint8Array): Promise<ReadUpload> {
  const upload = await readUpload(bytes);
  if ('reason' in upload) throw new Error(textOf(upload.reason));
  return upload;
}

const frames = async (kind: 'gif' | 'webp') => {
  const each = await Promise.all(['red', 'lime', 'blue'].map((color) => flat(8, 6, color).png().toBuffer()));
  return sharp(each, { join: { animated: true } })
    [kind]({ delay: [100, 200, 300], loop: 2 })
    .toBuffer();
};

const HOSTILE = '<script>alert("canary")</script><?php canary(); ?>';

describe('images are re-encoded', () => {
  test.each(['png', 'jpeg', 'gif', 'webp'] as const)(
    '%s: same kind and size, only the pixels (contract: Senders, secrets, files 7)',
    async (kind) => {
      const plain = await flat(31, 17)[kind]().toBuffer();
      const polyglot = Buffer.concat([plain, Buffer.from(HOSTILE), Buffer.from('PK\x03\x04canary.html')]);
      const upload = await picture(polyglot);
      expect(upload).toMatchObject({ contentType: `image/${kind}`, size: { width: 31, height: 17 } });
      expect(Buffer.from(upload.bytes).includes('canary')).toBe(false);
      expect((await sharp(upload.bytes).metadata()).format).toBe(kind);
    },
  );

  test.each(['gif', 'webp'] as const)('an animated %s keeps its frames and their times', async (kind) => {
    const upload = await picture(await frames(kind));
    expect(upload.size).toEqual({ width: 8, height: 6 });
    const { pages, delay, loop } = await sharp(upload.bytes, { animated: true }).metadata();
    expect({ pages, delay, loop }).toEqual({ pages: 3, delay: [100, 200, 300], loop: 2 });
  });

  test('strips camera metadata and applies the orientation', async () => {
    const exif = { IFD0: { Copyright: 'canary', ImageDescription: 'canary' }, IFD3: { GPSLatitude: '52/1' } };
    const upload = await picture(
      await flat(40, 20).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    );
    expect(upload.size).toEqual({ width: 20, height: 40 });
    const after = await sharp(upload.bytes).metadata();
    expect([after.exif, after.icc, after.xmp, after.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(Buffer.from(upload.bytes).includes('canary')).toBe(false);
  });

  test('rejects a script that starts like a GIF', async () => {
    const script = Buffer.from('GIF89a/*\x00\x00*/=1;alert("canary")//');
    expect(await readUpload(script)).toEqual({ reason: 'is a damaged or unsupported image' });
  });

  test('rejects a truncated image', async () => {
    const whole = await flat(300, 300).png().toBuffer();
    expect(await readUpload(whole.subarray(0, whole.length / 2))).toEqual({
      reason: 'is a damaged or unsupported image',
    });
  });
});

/** A PNG whose header declares more pixels than its few bytes could contain. */
function pixelBomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(data.length, 0);
    head.write(type, 4, 'latin1');
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc(Buffer.concat([head.subarray(4), data])));
    return Buffer.concat([head, data, sum]);
  };
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  size.set([8, 0], 8);
  const rows = deflateSync(Buffer.alloc(Math.min((width + 1) * height, 1_000_000)));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', size),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function crc(bytes: Buffer): number {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let i = 0; i < 8; i++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

describe('bombs', () => {
  const TOO_MANY = { reason: 'has more than 25 million pixels; make it smaller' };

  test('are rejected by their header before decompression', async () => {
    const memory = process.memoryUsage().rss;
    expect(await readUpload(pixelBomb(60_000, 60_000))).toEqual(TOO_MANY);
    expect(process.memoryUsage().rss - memory).toBeLessThan(500_000_000);
  });

  test('of pixels are rejected sooner in a WebP, which is decoded as a whole', async () => {
    // Under 150 KB, and half a gigabyte once decoded.
    const bomb = await flat(8_000, 6_250).webp({ effort: 0 }).toBuffer();
    expect(bomb.length).toBeLessThan(150_000);
    expect(await readUpload(bomb)).toEqual({ reason: 'has more than 12 million pixels; make it smaller' });
  });

  test('accepts the same header with few pixels', async () => {
    expect((await picture(pixelBomb(90, 80))).size).toEqual({ width: 90, height: 80 });
  });

  test('in drawings do no harm', async () => {
    const wide = '<svg xmlns="http://www.w3.org/2000/svg" width="99999" height="99999"><rect/></svg>';
    expect(await readUpload(Buffer.from(wide))).toEqual(TOO_MANY);
    const entities =
      '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;"><!ENTITY e "&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;"><!ENTITY f "&e;&e;&e;&e;&e;&e;&e;&e;&e;&e;"><!ENTITY g "&f;&f;&f;&f;&f;&f;&f;&f;&f;&f;">]>' +
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&g;&g;&g;&g;&g;</text></svg>';
    // Rejected, or drawn without its text: either way, it is no longer a drawing and we are still running.
    const outcome = await readUpload(Buffer.from(entities));
    if (!('reason' in outcome)) expect(outcome.contentType).toBe('image/png');
  });
});

describe('drawings become images', () => {
  const svg = (inside: string, head = '') =>
    Buffer.from(
      `${head}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="24" height="12" onload="canary()">${inside}</svg>`,
    );
  const script = '<script>canary()</script><foreignObject><body onload="canary()"/></foreignObject>';

  test.each([
    ['bare', svg(script)],
    ['with a prologue', svg(script, '<?xml version="1.0" encoding="UTF-8"?>\n<!-- <html> -->\n')],
    ['with a document type', svg(script, '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd">')],
    ['with a byte order mark', Buffer.concat([Buffer.from('efbbbf', 'hex'), svg(script)])],
  ])('%s: PNG, large enough to be sharp, without its source', async (_how, bytes) => {
    const upload = await picture(bytes);
    expect(upload).toMatchObject({
      contentType: 'image/png',
      extension: 'png',
      size: { width: 1200, height: 600 },
    });
    expect(Buffer.from(upload.bytes).includes('canary')).toBe(false);
  });

  test('loads no external file or address', async () => {
    const from = (address: string) =>
      svg(
        `<rect width="24" height="12" fill="white"/><image width="24" height="12" xlink:href="${address}"/>`,
      );
    const red = `data:image/png;base64,${(await flat(24, 12).png().toBuffer()).toString('base64')}`;
    const middle = async (address: string) => {
      const { bytes } = await picture(from(address));
      const { data } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
      return [...data.subarray(data.length / 2, data.length / 2 + 3)];
    };
    const file = new URL('../../../test/e2e/design/pictures/logo.png', import.meta.url);
    const blank = [255, 255, 255];
    expect(await middle(red)).not.toEqual(blank);
    expect(await middle(file.href)).toEqual(blank);
    expect(await middle(file.pathname)).toEqual(blank);
    expect(await middle('http://127.0.0.1:1/logo.png')).toEqual(blank);
  });

  test('are rejected when broken', async () => {
    expect(await readUpload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><g>'))).toEqual({
      reason: 'is a damaged or unsupported image',
    });
  });
});

describe('everything else is stored unchanged', () => {
  test.each([
    ['a page', Buffer.from(`<!doctype html><p>${HOSTILE}`), 'application/octet-stream', 'bin'],
    ['a page that talks of drawings', Buffer.from('<p><svg></svg>'), 'application/octet-stream', 'bin'],
    ['a text', Buffer.from('hello'), 'application/octet-stream', 'bin'],
    ['a PDF', Buffer.from('%PDF-1.7\n%âãÏÓ\n'), 'application/pdf', 'pdf'],
    ['other XML', Buffer.from('<?xml version="1.0"?><feed/>'), 'application/xml', 'xml'],
  ])('%s', async (_what, bytes, contentType, extension) => {
    expect(await readUpload(bytes)).toEqual({ contentType, extension, bytes, size: null });
  });
});
