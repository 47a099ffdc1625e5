import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import apiReference from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { withTimeout } from '../../kernel/deadline.ts';
import type { AnyOperation, Runtime } from '../../kernel/operation.ts';
import type { AnyPlatformAction } from '../../kernel/platform-action.ts';
import { addAppFiles, addMissingApp } from '../app/pages.ts';
import { openApiDocument } from '../openapi/document.ts';
import type { PathTable } from '../rest/paths.ts';
import { addDownloadRoute, type FindDownload } from './downloads.ts';
import { addFileRoute, type FindPicture } from './files.ts';
import { llmsText } from './llms.ts';
import { addProxyDiagnosticsRoute } from './proxy-diagnostics.ts';
import { addUnsubscribeRoutes, type FindUnsubscribeLink } from './unsubscribe.ts';

/**
 * Serves the guides of this release as text: the app links to them, so that readers don't have to look for
 * them elsewhere.
 */
async function addGuides(server: FastifyInstance, folder: string) {
  await server.register(fastifyStatic, {
    root: folder,
    prefix: '/guides/',
    wildcard: false,
    decorateReply: false,
    setHeaders(reply) {
      reply.header('content-type', 'text/plain; charset=utf-8');
    },
  });
}

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

/**
 * The reference page may run only its own scripts and connect only to us. It shares its origin with the app,
 * so its scripts are listed by hash: no other script that gets into the page runs.
 */
function docsPolicy(payload: unknown): string {
  const page = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.toString() : '';
  const hashes = Array.from(
    page.matchAll(INLINE_SCRIPT),
    ([, script = '']) => `'sha256-${hash('sha256', script, 'base64')}'`,
  );
  return [
    "default-src 'self'",
    ["script-src 'self'", ...hashes].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ');
}

/**
 * The targets of links in emails, which also work while the store is suspended
 * (contract: Suspended stores 4).
 */
export interface MailLinks {
  findPicture: FindPicture;
  findDownload: FindDownload;
  findUnsubscribeLink: FindUnsubscribeLink;
}

export interface PublicOptions extends MailLinks {
  operations: readonly AnyOperation[];
  /** Actions for workflow platforms. */
  actions: readonly AnyPlatformAction[];
  runtime: Runtime;
  paths: PathTable;
  state: { draining: boolean };
  /** Why this process cannot do its work, or `null`; rejects while the database is unreachable. */
  ready(): Promise<string | null>;
  /** The built app; without it only the API is served. */
  appFolder: string;
  /** Instructions for the operator if it is missing. */
  appAdvice: string;
  /** Whether a token is that of this installation's `outstep doctor`. */
  isDoctor(token: string): boolean;
  /** The folder with the images that emails load from us. */
  mailAssetsFolder: string;
  /** The folder of the guides. */
  guidesFolder: string;
}

const READY_WITHIN_MS = 1_500;

const rejectedBy = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

/**
 * Registers everything outside `/api` and the app that needs neither a key nor a session
 * (contract: Index and identity 3).
 */
export async function addPublicRoutes(server: FastifyInstance, options: PublicOptions) {
  const { operations, actions, runtime, paths, state } = options;
  const openApi = JSON.stringify(openApiDocument(operations, actions, runtime));
  const llms = llmsText(operations, actions, runtime);

  for (const path of ['/healthz', '/readyz', '/openapi.json', '/llms.txt', '/docs']) paths.add('GET', path);
  server.get('/healthz', async () => ({ status: 'ok' }));
  server.get('/readyz', async (_request, reply) => {
    if (state.draining) return reply.code(503).send({ status: 'draining' });
    try {
      const problem = await withTimeout(READY_WITHIN_MS, (late) =>
        Promise.race([options.ready(), rejectedBy(late)]),
      );
      return problem === null ? { status: 'ok' } : reply.code(503).send({ status: problem });
    } catch {
      return reply.code(503).send({ status: 'database not reachable' });
    }
  });
  server.get('/openapi.json', (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(openApi),
  );
  server.get('/llms.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(llms));

  await server.register(async (scope) => {
    scope.addHook('onSend', async (_request, reply, payload) => {
      reply.header('content-security-policy', docsPolicy(payload));
    });
    await scope.register(apiReference, {
      routePrefix: '/docs',
      configuration: {
        url: '/openapi.json',
        pageTitle: 'Outstep API reference',
        favicon: 'data:,',
        defaultOpenAllTags: true,
        authentication: { preferredSecurityScheme: 'key' },
        // This page connects only to this server.
        withDefaultFonts: false,
        telemetry: false,
        hideClientButton: true,
        agent: { disabled: true },
        mcp: { disabled: true },
        showDeveloperTools: 'never',
        persistAuth: false,
      },
    });
  });

  addProxyDiagnosticsRoute(server, options);
  addFileRoute(server, options);
  addDownloadRoute(server, options);
  addUnsubscribeRoutes(server, options);
  await server.register(fastifyStatic, {
    root: options.mailAssetsFolder,
    prefix: '/mail-assets/',
    wildcard: false,
    decorateReply: false,
    maxAge: '30d',
  });
  await addGuides(server, options.guidesFolder);
  paths.add('GET', '/');
  if (existsSync(join(options.appFolder, 'index.html'))) await addAppFiles(server, options.appFolder);
  else addMissingApp(server, options.appAdvice);
}
