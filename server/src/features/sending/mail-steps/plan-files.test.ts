import { describe, expect, test } from 'vitest';
import { messageMatching } from '../../../../test/harness/plain-message.ts';
import type { Context } from '../../../kernel/operation.ts';
import type { DownloadResult, OutboundFailure } from '../../../kernel/outbound.ts';
import type { RenderedAttachment } from '../../rendering/mails/render-mail.ts';
import { planFiles } from './plan-files.ts';

const MB = 1024 * 1024;

/** A store with files of these sizes, and a fake web with these responses. */
function contextWith(
  sizes: Record<string, number>,
  web: Record<string, Partial<DownloadResult | OutboundFailure>> = {},
) {
  const kept: number[] = [];
  const ctx = {
    db: {
      rows: async ({ values }: { values: string[] }) => {
        const size = sizes[values[0] as string];
        return size === undefined ? [] : [{ contentType: 'application/pdf', size }];
      },
    },
    outbound: { download: async (url: string) => web[url] },
    files: { put: async (_: string, bytes: Uint8Array) => void kept.push(bytes.length) },
    randomBytes: (count: number) => Buffer.alloc(count),
  } as unknown as Context;
  return { ctx, kept };
}

const file = (fileKey: string, sendAsLink = false): RenderedAttachment => ({
  filename: `${fileKey}.pdf`,
  shownName: `${fileKey}.pdf`,
  nameSecrets: [],
  sendAsLink,
  source: { fileKey },
});
const remote = (url: string, shownUrl = url): RenderedAttachment => ({
  filename: 'r.pdf',
  shownName: 'r.pdf',
  nameSecrets: [],
  sendAsLink: false,
  source: { url, shownUrl, secrets: [] },
});
/** Without secrets that are restricted to hosts. */
const plan = (ctx: Context, files: readonly RenderedAttachment[]) => planFiles(ctx, files, new Map());
const names = (planned: Awaited<ReturnType<typeof planFiles>>) =>
  'sentence' in planned
    ? planned
    : {
        attached: planned.attached.map(({ filename }) => filename),
        linked: planned.linked.map(({ filename }) => filename),
      };

describe('files of an email (spec: Limit: Attachments per layout)', () => {
  test('attaches files up to 20 MB in total, and links all of them above that (contract: Sending 6)', async () => {
    const two = [file('a'), file('b')];
    expect(names(await plan(contextWith({ a: 19 * MB, b: MB }).ctx, two))).toEqual({
      attached: ['a.pdf', 'b.pdf'],
      linked: [],
    });
    expect(names(await plan(contextWith({ a: 19 * MB, b: MB + 1 }).ctx, two))).toEqual({
      attached: [],
      linked: ['a.pdf', 'b.pdf'],
    });
  });

  test('does not count a file that is always linked', async () => {
    const { ctx } = contextWith({ a: 50 * MB, b: 20 * MB });
    expect(names(await plan(ctx, [file('a', true), file('b')]))).toEqual({
      attached: ['b.pdf'],
      linked: ['a.pdf'],
    });
  });

  test('fetches a remote file once, stores it and counts its size', async () => {
    const web = {
      'https://x.example/r': {
        ...{ kind: 'downloaded' as const, bytes: Buffer.alloc(MB) },
        contentType: 'a/b; name="r?token=hunter2"',
      },
    };
    const little = contextWith({ a: 19 * MB }, web);
    expect(await plan(little.ctx, [file('a'), remote('https://x.example/r')])).toMatchObject({
      attached: [
        { filename: 'a.pdf' },
        { filename: 'r.pdf', contentType: 'a/b', key: expect.stringMatching(/^f_[0-9a-z]{26}$/) },
      ],
      linked: [],
    });
    expect(little.kept).toEqual([MB]);
    const much = contextWith({ a: 19 * MB + 1 }, web);
    expect(names(await plan(much.ctx, [file('a'), remote('https://x.example/r')]))).toEqual({
      attached: [],
      linked: ['a.pdf', 'r.pdf'],
    });
  });

  test('links an oversized remote file and all other files', async () => {
    const web = { 'https://x.example/big': { kind: 'failed' as const, reason: 'too_large' as const } };
    const { ctx, kept } = contextWith({ a: 1 }, web);
    expect(await plan(ctx, [file('a'), remote('https://x.example/big')])).toMatchObject({
      attached: [],
      linked: [{ filename: 'a.pdf' }, { filename: 'r.pdf', key: null, url: 'https://x.example/big' }],
    });
    expect(kept).toEqual([]);
  });

  test.each([
    ['a secret', remote('https://x.example/r?token=t', 'https://x.example/r?token=[secret:TOKEN]')],
    ['a user', remote('https://user@x.example/r')],
    ['a password', remote('https://:word@x.example/r')],
  ])('a URL with %s is never linked: the file is attached, or the email fails', async (_, attachment) => {
    const { url } = attachment.source as { url: string };
    const fits = { kind: 'downloaded' as const, bytes: Buffer.alloc(MB), contentType: 'a/b' };
    expect(await plan(contextWith({}, { [url]: fits }).ctx, [attachment])).toMatchObject({
      attached: [{ filename: 'r.pdf', url: null, neverLinked: true }],
      linked: [],
    });
    const sentence = messageMatching(
      /^attachment "r\.pdf" can't be sent: the attachments are larger than 20 MB.*upload the file/,
    );
    const beside = contextWith({ a: 20 * MB }, { [url]: fits }).ctx;
    expect(await plan(beside, [file('a'), attachment])).toEqual({ sentence, again: false });
    const big = { kind: 'failed' as const, reason: 'too_large' as const };
    const alone = contextWith({}, { [url]: big }).ctx;
    expect(await plan(alone, [attachment])).toEqual({ sentence, again: false });
  });

  test.each([
    ['application/pdf; name="hunter2"', 'application/pdf', 'application/pdf'],
    ['Image/PNG', 'image/png', 'Image/PNG'],
    ['application/hunter2', 'application/octet-stream', 'application/hunter2'],
    ['hunter2', 'application/octet-stream', 'application/octet-stream'],
  ])(
    '%s from a URL with a secret is %s, from any other URL %s (contract: Test inbox 8)',
    async (contentType, hidden, plain) => {
      const url = 'https://x.example/r?type=hunter2';
      const web = { [url]: { kind: 'downloaded' as const, bytes: Buffer.alloc(1), contentType } };
      const typeFrom = async (attachment: RenderedAttachment) =>
        await plan(contextWith({}, web).ctx, [attachment]);
      expect(await typeFrom(remote(url, 'https://x.example/r?type=[secret:KEY]'))).toMatchObject({
        attached: [{ contentType: hidden }],
      });
      expect(await typeFrom(remote(url))).toMatchObject({ attached: [{ contentType: plain }] });
    },
  );

  test.each([
    [{ reason: 'timeout' as const, status: null }, true],
    [{ reason: 'answer' as const, status: 503 }, true],
    [{ reason: 'answer' as const, status: 429 }, true],
    [{ reason: 'answer' as const, status: 404 }, false],
    [{ reason: 'forbidden' as const, status: null }, false],
    [{ reason: 'tls' as const, status: null }, false],
  ])('%j: retried later: %s', async (failure, again) => {
    const web = { 'https://x.example/r': { kind: 'failed' as const, sentence: 'no luck', ...failure } };
    expect(await plan(contextWith({}, web as never).ctx, [remote('https://x.example/r')])).toEqual({
      sentence: 'attachment "r.pdf" could not be fetched: no luck',
      again,
    });
  });

  test('a deleted file or a non-HTTPS address fails the email', async () => {
    const { ctx } = contextWith({});
    expect(await plan(ctx, [file('gone')])).toEqual({
      sentence: 'the file of attachment "gone.pdf" no longer exists; choose another file in the layout',
      again: false,
    });
    expect(await plan(ctx, [remote('http://x.example/r')])).toMatchObject({ again: false });
  });
});
