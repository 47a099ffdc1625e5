import { randomUUID } from 'node:crypto';
import { appRoutesOf } from '../../src/kernel/operation.ts';
import { operations } from '../../src/surfaces/operations.ts';
import type { TestResponse } from '../harness/client.ts';
import { addFile } from '../harness/files.ts';
import type { TestKey } from '../harness/outstep.ts';
import { sharedTestStack } from '../harness/shared.ts';
import { type CaptureStack, captureStack } from '../sending/capture-stack.ts';
import { LeakDetector, newValue } from './forms.ts';

type Surface = 'rest' | 'tool' | 'app' | 'platform';
type ApiCall = (method: string, path: string, body?: unknown) => Promise<TestResponse>;

/** A store without a sender whose every answer is searched for the values of its secrets. */
export interface SecretWorld extends CaptureStack {
  fileKey: string;
  detector: LeakDetector;
  /** Values by the name of their secret: each place has its own, so that a leak reveals its place. */
  values: Map<string, string>;
  leaks: string[];
  newSecret(place: string): Promise<string>;
  rest: ApiCall;
  /** A call by the owner. */
  app: ApiCall;
  tool(name: string, args: object): Promise<TestResponse>;
  /** Runs a step and reads its outcome; returns its history entry. */
  readRun(executionId: string): Promise<Record<string, unknown>>;
  /** A value that is typed where it is needed, and masked there like a secret's. */
  newCredential(place: string, value?: string): string;
  /** Calls every reading route and tool; returns those that returned nothing. */
  readEverything(): Promise<string[]>;
  /** Searches every list for these texts; returns the lists in which something was found. */
  searchEverything(texts: readonly string[]): Promise<string[]>;
  /** The number of places and responses. */
  figure(): string;
}

/** A key has a budget of 300 requests a minute and 60 runs an hour. */
const CALLS_PER_KEY = 50;

type Reading = { path: string; isList: boolean } & (
  | { surface: 'rest' | 'app' }
  | { surface: 'tool'; tool: string }
);

/** Every route and tool that reads, from the list of operations. */
export const readableEndpoints: readonly Reading[] = operations.flatMap((operation) => {
  const isList = 'q' in ((operation.input as { shape?: object }).shape ?? {});
  const reading = (routes: readonly { method: string; path: string }[]) =>
    routes.flatMap(({ method, path }) => (method === 'GET' ? [{ path, isList }] : []));
  const own = reading(operation.rest ?? []);
  const { tool } = operation;
  return [
    ...reading(appRoutesOf(operation)).map((each) => ({ ...each, surface: 'app' as const })),
    ...own.map((each) => ({ ...each, surface: 'rest' as const })),
    ...(tool ? own.slice(0, 1).map((each) => ({ ...each, surface: 'tool' as const, tool: tool.name })) : []),
  ];
});

export async function startSecretWorld(): Promise<SecretWorld> {
  const testStack = await captureStack(await sharedTestStack());
  const { outstep, storeId } = testStack;
  const owner = await testStack.person('owner');
  const fileKey = await addFile(outstep, storeId, 'terms.txt', Buffer.from('Terms'));
  const detector = new LeakDetector();
  const values = new Map<string, string>();
  const leaks: string[] = [];
  const answers: Record<Surface, number> = { rest: 0, tool: 0, app: 0, platform: 0 };

  const look = <T extends Pick<TestResponse, 'text' | 'headers'>>(
    surface: Surface,
    what: string,
    answer: T,
  ): T => {
    answers[surface] += 1;
    const said = `${answer.text}\n${JSON.stringify([...answer.headers])}`;
    for (const name of detector.in(said)) leaks.push(`${surface} ${what}: ${name}`);
    return answer;
  };

  let calls = 0;
  let key: TestKey;
  const freshKey = async () => {
    if (calls % CALLS_PER_KEY === 0) key = await outstep.newKey(storeId, 'execute');
    calls += 1;
    return key;
  };
  const rest: ApiCall = async (method, path, body) =>
    look('rest', `${method} ${path}`, await outstep.call(await freshKey(), method, `/api/v1${path}`, body));
  const app: ApiCall = async (method, path, body) =>
    look('app', `${method} ${path}`, await owner.send(method, `/app/api/stores/${storeId}${path}`, body));
  const tool: SecretWorld['tool'] = async (name, args) => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
    const headers = { 'content-type': 'application/json' };
    const path = '/api/mcp?toolsets=default,layouts,alerts';
    return look('tool', name, await outstep.call(await freshKey(), 'POST', path, message, headers));
  };

  /** The values of path parameters: the newest record of each kind. */
  async function pathValues(): Promise<Record<string, Record<string, string>>> {
    const newest = async (path: string) => (await app('GET', `${path}?limit=1`)).body.items?.[0]?.id;
    const layout = await newest('/email-templates');
    return {
      'email-templates': {
        ...{ id: layout, draft: await newest(`/email-templates/${layout}/drafts`) },
        ...{ locale: 'de', version: '1', a: '1', b: '2', sha: 'a'.repeat(40) },
      },
      'smtp-configs': { id: await newest('/smtp-configs') },
      'http-requests': { id: await newest('/http-requests'), version: '1' },
      history: { id: await newest('/history') },
      'captured-mails': { id: await newest('/captured-mails') },
      presets: { id: await newest('/presets'), version: '1' },
    };
  }

  /** Calls reading routes and tools with the newest record of each kind. */
  async function asker() {
    const known = await pathValues();
    const memberOf = (path: string, member: string) => known[path.split('/')[1] ?? '']?.[member];
    return async (reading: Reading, query: Record<string, string | number>) => {
      const { path, surface } = reading;
      if (surface === 'tool') {
        const members = [...path.matchAll(/:(\w+)/g)].map(([, member = '']) => member);
        const own = Object.fromEntries(members.map((member) => [member, memberOf(path, member)]));
        const { body } = await tool(
          reading.tool,
          reading.isList && 'q' in query ? { ...own, ...query } : own,
        );
        return {
          isFound: body.result.isError !== true,
          total: body.result.structuredContent?.total as number | undefined,
        };
      }
      const filled = path.replace(/:(\w+)/g, (_, member: string) => memberOf(path, member) ?? randomUUID());
      const search = new URLSearchParams(
        Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
      );
      const answer = await (surface === 'app' ? app : rest)('GET', `${filled}?${search}`);
      return { isFound: answer.status === 200, total: answer.body?.total as number | undefined };
    };
  }

  return {
    ...testStack,
    ...{ fileKey, detector, values, leaks, rest, app, tool },
    async newSecret(place) {
      const name = `S${values.size}_${place.replace(/\W+/g, '_').toUpperCase()}`.slice(0, 60);
      const value = newValue();
      values.set(name, value);
      detector.add(name, value);
      await outstep.operator(storeId, 'set_secret', { name, value });
      return name;
    },
    async step(...args) {
      const answer = await testStack.step(...args);
      look('platform', 'step', { text: JSON.stringify(answer.body), headers: new Headers() });
      return answer;
    },
    async readRun(executionId) {
      await testStack.ended(executionId);
      await tool('get_history_entry', { id: executionId });
      await app('GET', `/history/${executionId}`);
      return (await rest('GET', `/history/${executionId}`)).body;
    },
    newCredential(place, value = newValue()) {
      values.set(place, value);
      detector.add(place, value);
      return value;
    },
    async readEverything() {
      const ask = await asker();
      const unread: string[] = [];
      for (const reading of readableEndpoints) {
        const { isFound } = await ask(reading, { limit: 100, key: fileKey });
        if (!isFound) unread.push(`${reading.surface} ${reading.path}`);
      }
      return unread;
    },
    async searchEverything(texts) {
      const ask = await asker();
      const found: string[] = [];
      for (const reading of readableEndpoints.filter(({ isList }) => isList))
        for (const q of texts) {
          const { total } = await ask(reading, { q });
          if (total) found.push(`${reading.surface} ${reading.path}: ${q}`);
        }
      return found;
    },
    figure: () => {
      const total = Object.values(answers).reduce((sum, count) => sum + count);
      return `${values.size} secrets, each in a place of its own, ${total} answers ${JSON.stringify(answers)}, ${leaks.length} leaks`;
    },
  };
}
