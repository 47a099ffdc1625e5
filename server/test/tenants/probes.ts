import type { AnyOperation } from '../../src/kernel/operation.ts';
import { operations } from '../../src/surfaces/operations.ts';
import type { TestResponse } from '../harness/client.ts';
import type { TestKey } from '../harness/outstep.ts';
import type { Env } from '../harness/process.ts';
import { nounFor, nounOf, nouns } from './record-kinds.ts';
import type { TenantWorld } from './world.ts';

export type Values = Record<string, unknown>;

/** One way to call one operation. */
export interface Probe {
  title: string;
  surface: 'rest' | 'tool';
  operation: AnyOperation;
  method: string;
  path: string;
  /** The members by which a caller names a record; empty if there is nothing to name. */
  members: readonly string[];
  /** Puts values where the surface expects them: path, query, body or arguments. */
  ask(world: TenantWorld, key: TestKey, values: Values, headers?: Env): Promise<TestResponse>;
}

const membersOf = (path: string) => [...path.matchAll(/:(\w+)/g)].map((match) => match[1] as string);
export const isRead = ({ method }: Pick<Probe, 'method'>) => method === 'GET' || method === 'HEAD';

function askRest(method: string, path: string): Probe['ask'] {
  return (world, key, values, headers) => {
    const inPath = new Set(membersOf(path));
    const filled = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(values[name])));
    const rest = Object.entries(values).filter(([name]) => !inPath.has(name));
    const url = new URL(`http://host/api/v1${filled}`);
    if (isRead({ method })) for (const [name, value] of rest) url.searchParams.set(name, String(value));
    const body = isRead({ method }) || rest.length === 0 ? undefined : Object.fromEntries(rest);
    return world.call(key, method, url.pathname + url.search, body, headers);
  };
}

function askTool(name: string): Probe['ask'] {
  return (world, key, values, headers) =>
    world.call(
      key,
      'POST',
      '/api/mcp?toolsets=default,layouts,alerts',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: values } },
      { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    );
}

function probesOf(operation: AnyOperation): Probe[] {
  const named = (method: string, path: string) => {
    const inBody = isRead({ method }) ? [] : (nouns[nounOf(path)]?.named ?? []);
    const known = inBody.filter((name) => Object.hasOwn(operation.input.shape, name));
    return [...new Set([...membersOf(path), ...known])];
  };
  const rest = operation.rest.flatMap(({ method, path }) =>
    (method === 'GET' ? ['GET', 'HEAD'] : [method]).map((verb): Probe => {
      const members = named(verb, path);
      const ask = askRest(verb, path);
      return { title: `${verb} ${path}`, surface: 'rest', operation, method: verb, path, members, ask };
    }),
  );
  const first = operation.rest[0];
  if (!operation.tool || !first) return rest;
  const { name } = operation.tool;
  const members = named(first.method, first.path);
  return [
    ...rest,
    { title: `tool ${name}`, surface: 'tool', operation, ...first, members, ask: askTool(name) },
  ];
}

const keyed = operations.filter(({ access }) => access !== 'none' && access !== 'operator');
const probes = keyed.flatMap(probesOf);

/** Probes that name a record. */
export const namingProbes = probes.filter(({ members }) => members.length > 0);
/** All probes that name a record for the same operation, including this one. */
export const siblingsOf = ({ operation }: Probe) =>
  namingProbes.filter((probe) => probe.operation === operation);
/** Probes that read the store's records. */
export const readingProbes = probes.filter(({ members, method }) => members.length === 0 && method === 'GET');
/** Probes that write without naming a record. */
export const createProbes = probes.filter(
  ({ members, method }) => members.length === 0 && !isRead({ method }),
);

export const acceptsField = ({ operation }: Probe, field: string) =>
  Object.hasOwn(operation.input.shape, field);

/** Valid values for a write that the operation accepts. */
export function fieldsFor(probe: Probe): Values {
  if (isRead(probe)) return {};
  const fields = Object.entries(nounFor(probe.path).fields);
  return Object.fromEntries(
    fields.filter(([name]) => acceptsField(probe, name) && !probe.members.includes(name)),
  );
}

/** The content of a response, on either surface. */
export const contentOf = (probe: Probe, { body }: TestResponse) =>
  probe.surface === 'tool' ? body?.result?.structuredContent : body;

/** Whether the answer is exactly "no such record". */
export function isNotFound(probe: Probe, { status, text, body }: TestResponse): boolean {
  if (probe.surface === 'tool') {
    return status === 200 && body.result.isError === true && body.result.content[0].text === 'not found';
  }
  return status === 404 && text === (probe.method === 'HEAD' ? '' : '{"error":"not found"}');
}

/** 502 means that a request was tested as intended, against a target that doesn't exist. */
export const isReached = (probe: Probe, { status, body }: TestResponse) =>
  probe.surface === 'tool' ? status === 200 && !isBareRefusal(body) : [200, 201, 502].includes(status);

const isBareRefusal = (body: TestResponse['body']) =>
  body.result?.isError === true && !/history entry/.test(body.result.content[0].text);
