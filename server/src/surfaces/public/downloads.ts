import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PathTable } from '../rest/paths.ts';
import { disposition } from './disposition.ts';
import { sendBrokenLink } from './page.ts';

interface Download {
  filename: string;
  contentType: string;
  size: number;
  open(): Promise<NodeJS.ReadableStream | null>;
}

/** `null` for a URL that is in no email, or if the file is gone. */
export type FindDownload = (storeId: string, token: string) => Promise<Download | null>;

const PATH = '/download/:storeId/:token';
const ANY_OTHER = '/download/*';

/** Always saved and never displayed, so that its content cannot run on our origin. */
const headersOf = ({ filename, contentType, size }: Download) => ({
  'content-type': contentType,
  'content-length': size,
  'content-disposition': disposition('attachment', filename),
  'content-security-policy': "default-src 'none'; sandbox",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
});

async function sendDownload(request: FastifyRequest, reply: FastifyReply, download: Download) {
  if (request.method === 'HEAD') return reply.headers(headersOf(download)).send();
  const bytes = await download.open();
  return bytes ? reply.headers(headersOf(download)).send(bytes) : sendBrokenLink(request, reply);
}

/** Serves files that emails offer as links. */
export function addDownloadRoute(
  server: FastifyInstance,
  { findDownload, paths }: { findDownload: FindDownload; paths: PathTable },
): void {
  paths.add('GET', PATH);
  server.route<{ Params: { storeId: string; token: string } }>({
    method: ['GET', 'HEAD'],
    url: PATH,
    async handler(request, reply) {
      const { storeId, token } = request.params;
      const download = await findDownload(storeId, token);
      return download ? sendDownload(request, reply, download) : sendBrokenLink(request, reply);
    },
  });
  server.route({ method: ['GET', 'HEAD'], url: ANY_OTHER, handler: sendBrokenLink });
}
