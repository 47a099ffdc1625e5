import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../free-port.ts';
import { Access } from './access.ts';
import { completed, requestSchemaError, responseSchemaError } from './description.ts';
import { type FaultKind, FaultPlan, type FaultShare, failInstead } from './faults.ts';
import { readingRoutes } from './reading.ts';
import { errorBody, FakeGitHubError, refuse } from './refusal.ts';
import { type NewRepository, Repositories, type StoredRepository } from './repositories.ts';
import { matchRoute, type RouteResponse } from './route.ts';
import { writingRoutes } from './writing.ts';

/** One request as received, and its outcome. */
export interface RecordedGitHubCall {
  /** As in GitHub's description: `GET /repos/{owner}/{repo}`. */
  route: string;
  url: string;
  headers: IncomingMessage['headers'];
  // biome-ignore lint/suspicious/noExplicitAny: any body that was sent
  body: any;
  fault: FaultKind | null;
  status: number | null;
}

export interface FakeGitHubOptions extends Partial<NewRepository> {
  seed?: number;
}

export interface GitHub {
  url: string;
  /** May read and write everything. */
  token: string;
  calls: RecordedGitHubCall[];
  access: Access;
  /** The first repository, created at the start; its `gitDir`, `git` and `commitAsPerson` are here too. */
  repository: StoredRepository;
  gitDir: string;
  git: StoredRepository['git'];
  commitAsPerson: StoredRepository['commitAsPerson'];
  createRepository(options: NewRepository): Promise<StoredRepository>;
  deleteRepository(repository: { owner: string; name: string }): void;
  failing: FaultShare | null;
  /** Stops listening and cuts existing connections. */
  goDown(): Promise<void>;
  comeBack(): Promise<void>;
  /** Throws if a request or response was not allowed by GitHub's own description. */
  close(): Promise<void>;
}

const APP_ROUTE = 'POST /app/installations/{installation_id}/access_tokens';
/** Returned when the stand-in itself, or a request to it, does not match GitHub's description. */
const NOT_AS_DESCRIBED = 599;

/**
 * A stand-in for GitHub on loopback, backed by real bare repositories. Requests and responses are checked
 * against GitHub's own description of its API.
 */
export async function startGitHub(options: FakeGitHubOptions = {}): Promise<GitHub> {
  const { owner = 'alder', name = 'mails', empty = false, seed = 1 } = options;
  const repositories = new Repositories();
  const repository = await repositories.create({ owner, name, empty });
  const access = new Access();
  const plan = new FaultPlan(seed);
  const calls: RecordedGitHubCall[] = [];
  const complaints: string[] = [];
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;

  async function answerTo(call: RecordedGitHubCall, params: Record<string, string>): Promise<RouteResponse> {
    const { route, body, headers } = call;
    const complaint = requestSchemaError(route, body);
    if (complaint) return notAsDescribed(`${route} was sent ${complaint}`);
    try {
      const { status, body: values, headers: more } = await run(route, params, call, headers.authorization);
      const whole = completed(route, status, values);
      const wrong = responseSchemaError(route, status, whole);
      return wrong
        ? notAsDescribed(`${route} answered ${wrong}`)
        : { status, body: whole, headers: more ?? {} };
    } catch (error) {
      if (!(error instanceof FakeGitHubError)) return notAsDescribed(`${route} failed: ${error}`);
      const refusal = errorBody(error.status, error.message);
      const wrong = responseSchemaError(route, error.status, refusal);
      return wrong
        ? notAsDescribed(`${route} refused with ${wrong}`)
        : { status: error.status, body: refusal };
    }
  }

  function notAsDescribed(complaint: string): RouteResponse {
    complaints.push(complaint);
    return { status: NOT_AS_DESCRIBED, body: { message: complaint } };
  }

  async function run(
    route: string,
    params: Record<string, string>,
    call: RecordedGitHubCall,
    authorization: string | undefined,
  ): Promise<RouteResponse> {
    if (route === APP_ROUTE) {
      const exists = (ownerName: string, called: string) => repositories.find(ownerName, called) !== null;
      const token = access.mint(authorization, Number(params['installation_id']), call.body ?? {}, exists);
      return { status: 201, body: token };
    }
    const [ownerName = '', called = ''] = [params['owner'], params['repo']];
    const writes = route in writingRoutes;
    access.check(authorization, ownerName, called, writes);
    const held = repositories.find(ownerName, called);
    const handler = writingRoutes[route] ?? readingRoutes[route];
    if (!held || !handler) return refuse(404, 'Not Found');
    if (route !== 'GET /repos/{owner}/{repo}' && (await held.git(['for-each-ref', '--count=1'])) === '')
      refuse(409, 'Git Repository is empty.');
    const query = new URL(call.url, url).searchParams;
    const apiUrl = `${url}/repos/${held.owner}/${held.name}`;
    return await handler({ repository: held, params, query, body: call.body, apiUrl });
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const sent = await text(request);
    const { method = '', url: target = '', headers } = request;
    const match = matchRoute(method, new URL(target, url).pathname);
    const route = match?.route ?? `${method} ${target}`;
    const fault = plan.next(route);
    const call: RecordedGitHubCall = {
      route,
      url: target,
      headers,
      body: sent && JSON.parse(sent),
      fault,
      status: null,
    };
    calls.push(call);
    if (fault && failInstead(fault, response)) return;
    if (fault === 'slow') await sleep(plan.failing?.slowMs ?? 300, undefined, { ref: false });
    const answer = match
      ? await answerTo(call, match.params)
      : { status: 404, body: errorBody(404, 'Not Found') };
    if (fault === 'dropped_after') {
      response.destroy();
      return;
    }
    call.status = answer.status;
    response.writeHead(answer.status, {
      'content-type': 'application/json; charset=utf-8',
      'x-github-api-version-selected': String(headers['x-github-api-version'] ?? '2022-11-28'),
      ...answer.headers,
    });
    response.end(JSON.stringify(answer.body));
  }

  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    serve(request, response).catch((error) => {
      complaints.push(`${request.method} ${request.url}: ${error}`);
      response.destroy();
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const startListening = () => new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  const stopListening = async () => {
    const closed = new Promise((resolve) => void server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  await startListening();

  return {
    url,
    token: access.createToken(),
    calls,
    access,
    repository,
    gitDir: repository.gitDir,
    git: repository.git,
    commitAsPerson: repository.commitAsPerson,
    createRepository: (made) => repositories.create(made),
    deleteRepository: (gone) => repositories.forget(gone.owner, gone.name),
    get failing() {
      return plan.failing;
    },
    set failing(failing) {
      plan.failing = failing;
    },
    goDown: stopListening,
    comeBack: startListening,
    async close() {
      await stopListening();
      await repositories.close();
      if (complaints.length > 0)
        throw new Error(`not as GitHub describes its API:\n${complaints.join('\n')}`);
    },
  };
}
