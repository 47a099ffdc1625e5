import { randomUUID } from 'node:crypto';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { message, textOf } from '../kernel/messages/message.ts';
import type { AppBackend } from '../surfaces/app/app-backend.ts';
import { createAppPages } from '../surfaces/app/pages.ts';
import { addAppRoutes } from '../surfaces/app/routes.ts';
import { MAX_BODY_BYTES, refuseCompressed } from '../surfaces/calls/body.ts';
import { addToolRoutes } from '../surfaces/mcp/routes.ts';
import { addPublicRoutes, type MailLinks } from '../surfaces/public/routes.ts';
import { PathTable } from '../surfaces/rest/paths.ts';
import { handleError } from '../surfaces/rest/refusals.ts';
import { addRestRoutes, type RestOptions } from '../surfaces/rest/routes.ts';
import type { FailedCalls } from '../surfaces/workflow-platforms/failed-calls.ts';
import { addPlatformRoutes, type PlatformBackend } from '../surfaces/workflow-platforms/routes.ts';
import { addShopifyRoutes, type ShopifyBackend } from '../surfaces/workflow-platforms/shopify-flow/routes.ts';

/** Browsers use HTTPS for a year. Does not include subdomains, which may not be ours. */
const STRICT_TRANSPORT_SECURITY = 'max-age=31536000';

export interface ServerState {
  /** Set when the process is asked to stop: it still responds, but closes each connection. */
  draining: boolean;
}

export interface ServerOptions extends Omit<RestOptions, 'paths'>, MailLinks {
  log: FastifyBaseLogger;
  metrics: { answered(route: string, status: number, seconds: number): void };
  trustedProxies: string[];
  /** Why this process cannot do its work, or `null`; rejects while the database is unreachable. */
  ready(): Promise<string | null>;
  /** The built app; without it only the API is served. */
  appFolder: string;
  appAdvice: string;
  /** Whether a token is that of this installation's `outstep doctor`. */
  isDoctor(token: string): boolean;
  platforms: PlatformBackend;
  shopify: ShopifyBackend;
  failedCalls: FailedCalls;
  app: AppBackend;
  /** The folder with the images that emails load from us. */
  mailAssetsFolder: string;
  guidesFolder: string;
}

export async function createHttpServer(
  options: ServerOptions,
): Promise<{ server: FastifyInstance; state: ServerState }> {
  const { log, metrics } = options;
  const state: ServerState = { draining: false };
  const paths = new PathTable();
  const isSecure = options.runtime.baseUrl.startsWith('https:');
  const addCommonHeaders = (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    if (isSecure) reply.header('strict-transport-security', STRICT_TRANSPORT_SECURITY);
  };
  const server = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: 30_000,
    keepAliveTimeout: 75_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    trustProxy: options.trustedProxies.length > 0 ? options.trustedProxies : false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2048 },
    frameworkErrors: (error, request, reply) => {
      addCommonHeaders(request, reply);
      handleError(error, request, reply);
    },
    // We reject a missing Host header ourselves, in the format of every other error.
    http: { requireHostHeader: false },
    clientErrorHandler: (_error, socket) => {
      const said = message('request_malformed');
      const body = JSON.stringify({ error: textOf(said) });
      if (!socket.writable) return;
      socket.end(
        `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${body.length}\r\nX-Error-Code: ${said.code}\r\nX-Request-Id: ${randomUUID()}\r\nConnection: close\r\n\r\n${body}`,
      );
    },
  });

  // A logger for each request would cost too much, and name its ID `reqId`; our log lines contain `requestId`
  // themselves.
  server.setChildLoggerFactory((logger) => logger);

  // Node would respond to an unknown expectation with an empty 417; we ignore it.
  server.server.on('checkExpectation', (request, response) =>
    server.server.emit('request', request, response),
  );

  // Bodies remain bytes here; each surface parses them after it has authenticated the caller.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  // Runs after the caller has been admitted.
  server.addHook('preParsing', refuseCompressed);
  server.decorateRequest('caller', undefined);
  server.decorateRequest('signedStore', undefined);
  server.decorateRequest('signedIn', undefined);
  server.decorateRequest('visitor', undefined);
  server.decorateRequest('traceId', undefined);
  server.setErrorHandler(handleError);
  const pages = createAppPages(options.appFolder);
  server.setNotFoundHandler((request, reply) => {
    if (pages.has(request)) return pages.send(reply);
    throw paths.errorFor(pathOf(request.url));
  });
  // These two run for every call, and a promise for each would cost more than what they do.
  server.addHook('onRequest', (request, reply, done) => {
    addCommonHeaders(request, reply);
    if (state.draining) reply.header('connection', 'close');
    // Checked before the body is read, because an unknown path needs no body.
    const isUnknown = request.is404 && !pages.has(request);
    done(isUnknown ? paths.errorFor(pathOf(request.url)) : undefined);
  });
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown');
    metrics.answered(route, reply.statusCode, reply.elapsedTime / 1000);
    log.info(lineOf(request, reply, route));
    done();
  });

  addRestRoutes(server, { ...options, paths });
  addToolRoutes(server, { ...options, paths });
  const { platforms, shopify, failedCalls, runtime } = options;
  addPlatformRoutes(server, { ...platforms, runtime, failedCalls, paths });
  addShopifyRoutes(server, { ...shopify, actions: platforms.actions, failedCalls, paths });
  addAppRoutes(server, { ...options, backend: options.app, paths });
  await addPublicRoutes(server, { ...options, actions: options.platforms.actions, paths, state });
  return { server, state };
}

interface AnswerLine {
  requestId: string;
  method: string;
  /** Without the actual path, because people also paste keys into URLs. */
  route: string;
  status: number;
  ms: number;
  keyId?: string;
  storeId?: string;
  personId?: string;
  /**
   * The ID of the step or test; its deliveries have their own lines in the log of the process that sent them.
   */
  executionId?: string;
  traceId?: string;
}

function lineOf(request: FastifyRequest, reply: FastifyReply, route: string): AnswerLine {
  const { id: requestId, method, caller, signedStore, signedIn, visitor } = request;
  const { statusCode: status, elapsedTime } = reply;
  const line: AnswerLine = { requestId, method, route, status, ms: Math.round(elapsedTime * 10) / 10 };
  if (caller) {
    line.keyId = caller.key.id;
    line.storeId = caller.key.storeId;
  }
  if (signedStore) line.storeId = signedStore;
  if (signedIn) line.personId = signedIn.person.id;
  if (visitor) line.storeId = visitor.storeId;
  const executionId = reply.getHeader('x-execution-id');
  if (typeof executionId === 'string') line.executionId = executionId;
  if (request.traceId) line.traceId = request.traceId;
  return line;
}

function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}
