import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../../kernel/error.ts';
import type { PathTable } from '../rest/paths.ts';
import { disposition } from './disposition.ts';

interface Picture {
  filename: string;
  contentType: string;
  size: number;
  open(): Promise<NodeJS.ReadableStream | null>;
}

/** `null` for anything but an image of that store. */
export type FindPicture = (storeId: string, key: string) => Promise<Picture | null>;

const PATH = '/files/:storeId/:key';

/** Any email may display it, but it cannot run, load or frame anything. */
const POLICY = "default-src 'none'; sandbox";
/** The content of a key never changes. */
const CACHE = 'public, max-age=31536000, immutable';

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
    'content-disposition': disposition('inline', filename),
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

/** Serves images of emails to anyone who knows their URL. */
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
      // Only in this exact spelling, because that is what the search for uses of a file looks for.
      const isPlain = request.url.split('?', 1)[0]?.endsWith(`/${storeId}/${key}`);
      const picture = isPlain ? await findPicture(storeId, key) : null;
      if (!picture) throw notFound();
      return sendPicture(request, reply, picture, `"${key}"`);
    },
  });
}
