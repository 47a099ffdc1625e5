import { commonMediaType, plainMediaType } from '../../../kernel/mail.ts';
import { type Message, message } from '../../../kernel/messages/message.ts';
import type { Context } from '../../../kernel/operation.ts';
import type { OutboundFailure } from '../../../kernel/outbound.ts';
import { forbiddenHost, type PermissionsByName } from '../../access/secrets/secret-permissions.rules.ts';
import { fileKeyOf, KEY_BYTES } from '../../library/files/file-keys.rules.ts';
import { cleanFilename } from '../../library/files/filenames.rules.ts';
import { findFile } from '../../library/files/files.store.ts';
import type { RenderedAttachment } from '../../rendering/mails/render-mail.ts';
import type { PlannedFile } from './mail-plan.ts';

/** spec: Limits, attachments per layout. */
const MAX_ATTACHED_BYTES = 20 * 1024 * 1024;
/** A file that is too large to attach is linked instead, without being read to its end. */
const MAX_FETCHED_BYTES = MAX_ATTACHED_BYTES + 1;
const FETCH_MS = 20_000;

export interface PlannedFiles {
  attached: PlannedFile[];
  linked: PlannedFile[];
}

/** Why no email is sent; `again` is whether a later attempt may succeed. */
export interface FileError {
  sentence: Message;
  again: boolean;
}

type WeighedFile = PlannedFile & { bytes: number; isLink: boolean; shownName: string };

async function uploaded(
  ctx: Context,
  { filename, shownName, sendAsLink }: RenderedAttachment,
  fileKey: string,
) {
  const row = await findFile(ctx.db, fileKey);
  if (!row) return { sentence: message('attachment_gone', { name: shownName }), again: false };
  const { contentType, size } = row;
  return {
    filename: cleanFilename(filename),
    shownName,
    contentType,
    key: fileKey,
    url: null,
    neverLinked: false,
    bytes: size,
    isLink: sendAsLink,
  };
}

/** Whether the failure is temporary, rather than caused by the URL. */
const isTemporaryFailure = ({ reason, status }: OutboundFailure) =>
  !['malformed', 'forbidden', 'tls'].includes(reason) && (status === null || status >= 500 || status === 429);

type FileAddress = Extract<RenderedAttachment['source'], { url: string }>;

/** A link would reveal the credential to every recipient. */
const hasCredential = ({ url, shownUrl }: FileAddress) => {
  const { username = '', password = '' } = URL.parse(url) ?? {};
  return url !== shownUrl || username !== '' || password !== '';
};

/** Fetched once for all messages, and stored with the uploaded files until it is swept. */
async function fetched(
  ctx: Context,
  { filename, shownName }: RenderedAttachment,
  address: FileAddress,
  permissions: PermissionsByName,
): Promise<WeighedFile | FileError> {
  const { url, shownUrl, secrets } = address;
  const neverLinked = hasCredential(address);
  const file = {
    ...{ filename: cleanFilename(filename), shownName },
    ...{ url: neverLinked ? null : url, neverLinked, isLink: false },
  };
  if (!/^https:\/\//i.test(url))
    return { sentence: message('attachment_not_https', { name: shownName }), again: false };
  const outcome = await ctx.outbound.download(url, {
    ...{ maxBytes: MAX_FETCHED_BYTES, timeoutMs: FETCH_MS },
    // A target may include parts of the requested URL in the URL that it redirects to.
    refuse: (hop) =>
      forbiddenHost(secrets, permissions, { url: hop, shownUrl: hop === url ? shownUrl : hop }),
  });
  if (outcome.kind === 'failed') {
    // Recipients can download it from the URL. Its size turns all other files into links too.
    if (outcome.reason === 'too_large')
      return { ...file, contentType: '', key: null, bytes: MAX_FETCHED_BYTES };
    return {
      sentence: message('attachment_not_fetched', { name: shownName, error: outcome.sentence }),
      again: isTemporaryFailure(outcome),
    };
  }
  const { bytes, contentType } = outcome;
  const key = fileKeyOf(ctx.randomBytes(KEY_BYTES), '');
  await ctx.files.put(key, bytes);
  // The host may repeat the URL, including a secret, in its response.
  const type = url === shownUrl ? plainMediaType(contentType) : commonMediaType(contentType);
  return { ...file, contentType: type, key, bytes: bytes.length };
}

/**
 * Plans each file of an email as attached or linked; above 20 MB in total, all are linked (spec: Limits)
 * (contract: Sending 6).
 */
export async function planFiles(
  ctx: Context,
  attachments: readonly RenderedAttachment[],
  permissions: PermissionsByName,
): Promise<PlannedFiles | FileError> {
  const files: WeighedFile[] = [];
  for (const each of attachments) {
    const { source } = each;
    const file =
      'fileKey' in source
        ? await uploaded(ctx, each, source.fileKey)
        : await fetched(ctx, each, source, permissions);
    if ('sentence' in file) return file;
    files.push(file);
  }
  const total = files.filter(({ isLink }) => !isLink).reduce((sum, { bytes }) => sum + bytes, 0);
  const isTooMuch = total > MAX_ATTACHED_BYTES;
  const untold = isTooMuch && files.find(({ neverLinked }) => neverLinked);
  if (untold) {
    const reason = message('files_too_large_together');
    const sentence = message('attachment_not_linked', { name: untold.shownName, reason });
    return { sentence, again: false };
  }
  const planned = ({ bytes: _, isLink: __, shownName: ___, ...file }: WeighedFile): PlannedFile => file;
  return {
    attached: files.filter(({ isLink }) => !isLink && !isTooMuch).map(planned),
    linked: files.filter(({ isLink }) => isLink || isTooMuch).map(planned),
  };
}
