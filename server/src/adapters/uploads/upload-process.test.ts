import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createUploadProcess, type UploadProcessOptions } from './upload-process.ts';

const childEntry = new URL('../../processes/children/upload.ts', import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'outstep-upload-child-'));
// The script must be readable for whichever user the process runs as.
chmodSync(folder, 0o755);
afterAll(() => rmSync(folder, { recursive: true }));

/** A child script that passes the confinement's probe, and then misuses an upload. */
const instead = (script: string, options: Partial<UploadProcessOptions> = {}) => {
  const path = join(folder, `${Math.random()}.mjs`);
  writeFileSync(
    path,
    `import { buffer } from 'node:stream/consumers';
     const upload = await buffer(process.stdin);
     const say = (reason) => process.stdout.write(JSON.stringify({ reason: String(reason) }) + '\\n');
     if (upload.equals(Buffer.from('probe'))) say('probe');
     else { ${script} }`,
  );
  return createUploadProcess({ childEntry: pathToFileURL(path), ...options });
};

const upload = Buffer.alloc(5_000_000);

describe('an upload process', () => {
  test('returns the same as reading the upload directly, for images and other files', async () => {
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
      reason: 'is a damaged or unsupported image',
    });
  });

  test('is killed when a drawing takes too long', async () => {
    const turbulence = '<feTurbulence baseFrequency="0.9" numOctaves="20"/>';
    const blurred = `<filter id="f">${turbulence}<feGaussianBlur stdDeviation="300"/></filter>`;
    const rects = '<rect width="4000" height="4000" filter="url(#f)"/>'.repeat(50);
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="4000">${blurred}${rects}</svg>`;
    const reader = createUploadProcess({ childEntry, timeoutMs: 3_000 });
    expect(await reader.read(Buffer.from(svg))).toEqual({
      reason: 'takes too long to process; use a smaller file',
    });
  });

  test.each([
    ['process.kill(process.pid, "SIGSEGV")', 'dies'],
    ['process.kill(process.pid, "SIGKILL")', 'is killed'],
    ['process.exit(3)', 'gives up'],
  ])('%s: a process that %s causes an error result, not an exception', async (script) => {
    expect(await instead(script).read(upload)).toEqual({ reason: 'cannot be read' });
  });
});

describe('a compromised process', () => {
  test('cannot use more than 512 MB', async () => {
    const take = (megabytes: number) =>
      instead(
        `const taken = []; while (taken.length < ${megabytes}) taken.push(Buffer.alloc(1048576, 1)); say(taken.length)`,
      );
    expect(await take(400).read(upload)).toEqual({ reason: '400' });
    expect(await take(600).read(upload)).toEqual({ reason: 'cannot be read' });
  });

  test('cannot see our settings', async () => {
    vi.stubEnv('OUTSTEP_CANARY', 'canary');
    onTestFinished(() => void vi.unstubAllEnvs());
    const reader = instead('say(Object.keys(process.env))');
    const answer = await reader.read(upload);
    // Ignores the variable that a shell sets by itself.
    expect(
      'reason' in answer &&
        String(answer.reason)
          .split(',')
          .filter((name) => name !== 'PWD'),
    ).toEqual(['PATH']);
  });

  test('has no network, another user, and no access to our environment', async () => {
    let isFull = false;
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const reader = instead(
      `const { readFileSync } = await import('node:fs');
       const { connect } = await import('node:net');
       const socket = connect(${port}, '127.0.0.1');
       const reached = await new Promise((resolve) => {
         socket.on('connect', () => resolve('reached')).on('error', () => resolve('unreachable'));
       });
       socket.destroy();
       let environment = 'unreadable';
       try { environment = readFileSync('/proc/${process.pid}/environ').length } catch {}
       say([reached, process.getuid(), environment])`,
      {
        onConfined: (_name, full) => {
          isFull = full;
        },
      },
    );
    const answer = await reader.read(upload);
    server.close();
    expect(isFull, 'the machine that checks allows all of it').toBe(true);
    expect(answer).toEqual({ reason: 'unreachable,65534,unreadable' });
  });
});
