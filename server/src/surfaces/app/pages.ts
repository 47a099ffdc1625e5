import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob: https:",
  "frame-src 'self' blob: data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "object-src 'none'",
].join('; ');

/** A page of the app cannot be framed, runs only our scripts, and sends no referrer. */
const PAGE_HEADERS = {
  'content-security-policy': POLICY,
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-cache',
};

/** Paths that are not pages, whatever the browser accepts. */
const NO_PAGE =
  /^\/(api|app\/(api|auth)|platforms|mail-assets|guides|assets)(\/|$)|^\/(files|download|unsubscribe)\/./;

export interface Pages {
  /** Whether the app itself handles a path that the server has no route for. */
  has(request: FastifyRequest): boolean;
  send(reply: FastifyReply): FastifyReply;
}

/** The app does its routing in the browser, so every path gets the same page. */
export function createAppPages(folder: string): Pages {
  const index = join(folder, 'index.html');
  return {
    has({ method, url, headers }) {
      if (method !== 'GET' && method !== 'HEAD') return false;
      if (!headers.accept?.includes('text/html') || NO_PAGE.test(url)) return false;
      return existsSync(index);
    },
    send: (reply) =>
      reply
        .code(200)
        .headers(PAGE_HEADERS)
        .header('content-type', 'text/html; charset=utf-8')
        .send(readFileSync(index)),
  };
}

/** The files of the build. */
export async function addAppFiles(server: FastifyInstance, folder: string) {
  await server.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    cacheControl: false,
    // Compressed variants are chosen by content negotiation and never served under their own names.
    preCompressed: true,
    globIgnore: ['**/*.{br,gz}'],
    setHeaders(reply, path) {
      if (path.endsWith('.html')) reply.headers(PAGE_HEADERS);
      // Their names contain a hash of their content.
      else if (path.includes('/assets/'))
        reply.header('cache-control', 'public, max-age=31536000, immutable');
    },
  });
}

/** Explains what to do when the base URL is opened and the app is not built. */
export function addMissingApp(server: FastifyInstance, advice: string) {
  server.get('/', (_request, reply) =>
    reply
      .code(404)
      .type('text/plain; charset=utf-8')
      .send(
        `The app was not found; ${advice}.\nThe API is at /api/v1, its reference at /docs, the tool server at /api/mcp.\n`,
      ),
  );
}
