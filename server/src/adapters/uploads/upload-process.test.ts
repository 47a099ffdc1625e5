import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { createUploadProcess } from './upload-process.ts';

const childEntry = new URL('../../processes/children/upload.ts', import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'outstep-upload-child-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A process that does something else instead. */
const instead = (script: string) => {
  const path = join(folder, `${Math.random()}.mjs`);
  writeFileSync(path, script);
  return createUploadProcess({ childEntry: pathToFileURL(path) });
};

describe('a process of its own', () => {
  test('answers what reading the upload answers, a picture and anything else', async () => {
    const reader = createUploadProcess({ childEntry });
    const png = await sharp({ create: { width: 9, height: 7, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const picture = await reader.read(png);
    expect(picture).toMatchObject({
      contentType: 'image/png',
      extension: 'png',
      size: { width: 9, height: 7 },
    });
    expect('bytes' in picture && (await sharp(picture.bytes).metadata()).width).toBe(9);
    const large = Buffer.alloc(5_000_000, '\n');
    expect(await reader.read(large)).toEqual({
      contentType: 'application/octet-stream',
      extension: 'bin',
      bytes: large,
      size: null,
    });
    expect(await reader.read(Buffer.from('GIF89a=1'))).toEqual({
      reason: 'is a picture that cannot be read',
    });
  });

  test('is killed when a drawing takes too long, which its library would not notice', async () => {
    const turbulence = '<feTurbulence baseFrequency="0.9" numOctaves="20"/>';
    const blurred = `<filter id="f">${turbulence}<feGaussianBlur stdDeviation="300"/></filter>`;
    const rects = '<rect width="7000" height="7000" filter="url(#f)"/>'.repeat(50);
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="7000" height="7000">${blurred}${rects}</svg>`;
    const reader = createUploadProcess({ childEntry, timeoutMs: 3_000 });
    expect(await reader.read(Buffer.from(svg))).toEqual({ reason: 'takes too long to read' });
  });

  test.each([
    ['process.kill(process.pid, "SIGSEGV")', 'dies'],
    ['process.exit(3)', 'gives up'],
  ])('%s: one that %s is a refusal, not an exception', async (script) => {
    expect(await instead(script).read(Buffer.alloc(5_000_000))).toEqual({ reason: 'cannot be read' });
  });

  test('knows no setting of ours', async () => {
    process.env['OUTSTEP_CANARY'] = 'canary';
    const reader = instead(
      'process.stdout.write(JSON.stringify({ reason: Object.keys(process.env).join() }) + "\\n")',
    );
    expect(await reader.read(Buffer.from('x'))).toEqual({ reason: 'PATH' });
    delete process.env['OUTSTEP_CANARY'];
  });
});
