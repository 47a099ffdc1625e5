import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../../kernel/error.ts';
import type { PathTable } from '../rest/paths.ts';

interface Picture {
  filename: string;
  contentType: string;
  size: number;
  open(): Promise<NodeJS.ReadableStream | null>;
}

/** `null` for all that is not a picture of that store. */
export type FindPicture = (storeId: string, key: string) => Promise<Picture | null>;

const PATH = '/files/:storeId/:key';

/** Shown in mails everywhere, and nothing but shown: whatever it were, it could not run, load or frame anything. */
const POLICY = "default-src 'none'; sandbox";
/** What a key names never changes. */
const CACHE = 'public, max-age=31536000, immutable';

const encoded = (text: string) =>
  encodeURIComponent(text).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** RFC 6266: a name in ASCII for those who know no better, and the name itself. */
const disposition = (filename: string) =>
  `inline; filename="${filename.replace(/[^\w .-]/g, '_')}"; filename*=UTF-8''${encoded(filename)}`;

const hasIt = (request: FastifyRequest, etag: string) =>
  (request.headers['if-none-match'] ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === etag || tag === '*');

function headersOf({ filename, contentType }: Picture, etag: string): Record<string, string> {
  return {
    etag,
    'cache-control': CACHE,
    'content-type': contentType,
    'content-disposition': disposition(filename),
    'content-security-policy': POLICY,
    'cross-origin-resource-policy': 'cross-origin',
  };
}

async function sendPicture(request: FastifyRequest, reply: FastifyReply, picture: Picture, etag: string) {
  const headers = headersOf(picture, etag);
  if (hasIt(request, etag)) return reply.code(304).headers(headers).send();
  if (request.method === 'HEAD') return reply.headers({ ...headers, 'content-length': picture.size }).send();
  const bytes = await picture.open();
  if (!bytes) throw notFound();
  return reply.headers({ ...headers, 'content-length': picture.size }).send(bytes);
}

/** Pictures of mails, for anyone who knows their address. */
export function addFileRoute(
  server: FastifyInstance,
  { findPicture, paths }: { findPicture: FindPicture; paths: PathTable },
): void {
  paths.add('GET', PATH);
  server.route<{ Params: { storeId: string; key: string } }>({
    method: ['GET', 'HEAD'],
    url: PATH,
    async handler(request, reply) {
      const { storeId, key } = request.params;
      // Only in the spelling that is looked for when it is asked what uses a file.
      const isPlain = request.url.split('?', 1)[0]?.endsWith(`/${storeId}/${key}`);
      const picture = isPlain ? await findPicture(storeId, key) : null;
      if (!picture) throw notFound();
      return sendPicture(request, reply, picture, `"${key}"`);
    },
  });
}
