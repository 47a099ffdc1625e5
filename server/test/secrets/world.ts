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
  /** By the name of their secret: each place has one of its own, so that a leak names its place. */
  values: Map<string, string>;
  leaks: string[];
  newSecret(place: string): Promise<string>;
  rest: ApiCall;
  /** A call of the owner. */
  app: ApiCall;
  tool(name: string, args: object): Promise<TestResponse>;
  /** Runs a step and reads what became of it; returns its entry in history. */
  readRun(executionId: string): Promise<Record<string, unknown>>;
  /** Reads every reading route and tool; returns those that had nothing to show. */
  readEverything(): Promise<string[]>;
  /** How many places and answers there were. */
  figure(): string;
}

/** A key has a budget of 300 requests a minute and 60 runs an hour. */
const CALLS_PER_KEY = 50;

/** Without a repository, a mail server, a draft of somebody else or a second version there is nothing to read. */
const EMPTY = /github|repo|smtp-configs|:draft|diff/;

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

  /** What members of paths are called with: the newest record of each kind. */
  async function pathValues(): Promise<Record<string, Record<string, string>>> {
    const newest = async (path: string) => (await app('GET', `${path}?limit=1`)).body.items[0]?.id;
    return {
      'email-templates': {
        id: await newest('/email-templates'),
        ...{ locale: 'de', version: '1', a: '1', b: '2', sha: 'a'.repeat(40) },
      },
      'http-requests': { id: await newest('/http-requests'), version: '1' },
      history: { id: await newest('/history') },
      'captured-mails': { id: await newest('/captured-mails') },
      presets: { id: await newest('/presets'), version: '1' },
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
    async readEverything() {
      const known = await pathValues();
      const membersOf = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, member = '']) => member);
      const memberOf = (path: string, member: string) => known[path.split('/')[1] ?? '']?.[member];
      const filled = (path: string) =>
        path.replace(/:(\w+)/g, (_, member: string) => memberOf(path, member) ?? randomUUID());
      const query = `limit=100&key=${encodeURIComponent(fileKey)}`;
      const unread = new Set<string>();
      const note = (path: string, { status }: TestResponse) => status !== 200 && unread.add(path);
      for (const operation of operations) {
        for (const { method, path } of appRoutesOf(operation))
          if (method === 'GET') note(path, await app('GET', `${filled(path)}?${query}`));
        for (const { method, path } of operation.rest ?? []) {
          if (method !== 'GET') continue;
          note(path, await rest('GET', `${filled(path)}?${query}`));
          const args = Object.fromEntries(membersOf(path).map((member) => [member, memberOf(path, member)]));
          if (operation.tool) await tool(operation.tool.name, args);
        }
      }
      return [...unread].filter((path) => !EMPTY.test(path));
    },
    figure: () => {
      const total = Object.values(answers).reduce((sum, count) => sum + count);
      return `${values.size} secrets, each in a place of its own, ${total} answers ${JSON.stringify(answers)}, ${leaks.length} leaks`;
    },
  };
}
