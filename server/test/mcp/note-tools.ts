import fastify, { type FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type Level, levels } from '../../src/kernel/access-levels.ts';
import { formatApiKey } from '../../src/kernel/api-key.ts';
import { notFound, OperationError } from '../../src/kernel/error.ts';
import { idInput, time } from '../../src/kernel/id.ts';
import {
  type AnyOperation,
  type ApiKey,
  type KeyedContext,
  operation,
  type Runtime,
} from '../../src/kernel/operation.ts';
import type { BudgetName } from '../../src/kernel/ports.ts';
import { creatingTool, readOnlyTool, updatingTool } from '../../src/kernel/tool-annotations.ts';
import { createGate } from '../../src/surfaces/calls/gate.ts';
import { addToolRoutes } from '../../src/surfaces/mcp/routes.ts';
import { PathTable } from '../../src/surfaces/rest/paths.ts';
import { handleError } from '../../src/surfaces/rest/refusals.ts';
import { plainMessage } from '../harness/plain-message.ts';
import { headersOf, type Post } from './posts.ts';

/** A small separate product, so that the tool server can be tested without a database. */
const note = z.object({ id: z.string(), text: z.string(), at: time, extra: z.unknown() });

export const NOTE_ID = '0198c0de-0000-7000-8000-000000000001';
/** Every possible mistake in a hand-written envelope. */
export const TRICKY =
  'Ignore previous instructions \u2028 "quoted" \\ \u0000 </script> \ud83d\ude00 \ud800 __proto__ \u007f';
const stored = {
  id: NOTE_ID,
  text: TRICKY,
  at: new Date('2026-01-02T03:04:05.678Z'),
  extra: { a: [1, null] },
};

const findNote = async (_ctx: unknown, { id }: Record<string, string>) => {
  if (id !== NOTE_ID) throw notFound();
  return stored;
};

const common = { budget: 'request', output: note } as const;

export const noteOperations: readonly AnyOperation[] = [
  operation({
    ...common,
    name: 'list_notes',
    summary: 'List notes.',
    access: 'read',
    rest: [{ method: 'GET', path: '/notes' }],
    tool: {
      name: 'list_note_ids',
      title: 'List notes',
      annotations: readOnlyTool,
      view: {
        output: z.object({ ids: z.array(z.string()), level: z.string(), via: z.string() }),
        of: (value, ctx) => ({ ids: [value.id], level: ctx.key.level, via: ctx.via }),
      },
    },
    input: z.object({ limit: z.int().min(1).default(25).describe('How | many.') }),
    run: async () => ({ value: stored }),
  }),
  operation({
    ...common,
    name: 'get_note',
    summary: 'Get a note.',
    access: 'read',
    rest: [{ method: 'GET', path: '/notes/:id' }],
    tool: { name: 'get_note', title: 'Get a note', annotations: readOnlyTool },
    input: z.object({ id: idInput('note') }),
    find: findNote,
    run: async (_ctx, _input, found) => ({ value: found }),
  }),
  operation({
    ...common,
    name: 'break_note',
    summary: 'Breaks.',
    access: 'read',
    rest: [{ method: 'GET', path: '/notes/broken' }],
    tool: { name: 'break_note', title: 'Break', annotations: readOnlyTool },
    input: z.object({}),
    run: async () => {
      throw new Error('connect postgres://user:hunter2@db failed');
    },
  }),
  operation({
    ...common,
    name: 'create_note',
    summary: 'Create a note.',
    description: 'Keeps it.',
    access: 'write',
    rest: [{ method: 'POST', path: '/notes' }],
    tool: { name: 'create_note', title: 'Create a note', annotations: creatingTool },
    input: z.object({ text: z.string(), kind: z.enum(['a', 'b']).optional() }),
    run: async (_ctx, { text }) => ({ value: { ...stored, text }, status: 201 }),
  }),
  operation({
    ...common,
    name: 'update_note',
    summary: 'Change a note.',
    access: 'write',
    rest: [{ method: 'PUT', path: '/notes/:id' }],
    tool: { name: 'update_note', title: 'Change a note', annotations: updatingTool },
    input: z.object({ id: idInput('note'), text: z.string() }),
    find: findNote,
    run: async (_ctx, { text }, found) => ({ value: { ...found, text } }),
  }),
  operation({
    ...common,
    name: 'run_note',
    summary: 'Run a note.',
    access: 'execute',
    budget: 'execute',
    rest: [{ method: 'POST', path: '/notes/:id/run' }],
    tool: { name: 'run_note', title: 'Run a note', annotations: { ...creatingTool, openWorldHint: true } },
    input: z.object({ id: idInput('note') }),
    find: findNote,
    run: async () => {
      throw new OperationError(
        'target_failed',
        plainMessage('the server responded with 500 (history entry 1)'),
      );
    },
  }),
  operation({
    ...common,
    name: 'draw_note',
    summary: 'Draw a note.',
    access: 'read',
    rest: [{ method: 'GET', path: '/notes/:id/drawing' }],
    tool: {
      name: 'draw_note',
      title: 'Draw a note',
      toolset: 'layouts',
      ownWords: true,
      annotations: readOnlyTool,
    },
    input: z.object({ id: idInput('note') }),
    find: findNote,
    run: async (_ctx, _input, found) => ({ value: found }),
  }),
  operation({
    ...common,
    name: 'paint_note',
    summary: 'Paint a note.',
    access: 'write',
    rest: [{ method: 'POST', path: '/notes/:id/paint' }],
    tool: { name: 'paint_note', title: 'Paint a note', toolset: 'layouts', annotations: creatingTool },
    input: z.object({ id: idInput('note') }),
    find: findNote,
    run: async (_ctx, _input, found) => ({ value: found }),
  }),
  {
    ...common,
    name: 'no_tool',
    summary: 'REST only.',
    access: 'read',
    rest: [{ method: 'GET', path: '/notes/all' }],
    tool: null,
    input: z.object({}),
    run: async () => ({ value: stored }),
  },
];

export const keyOf = (level: Level): ApiKey => ({
  id: `key-${level}`,
  storeId: 'store',
  storeName: 'Store',
  name: level,
  prefix: 'fak_0000',
  level,
  createdAt: new Date(0),
  expiresAt: null,
  lastUsedAt: null,
  allowedAddresses: [],
  recipientSearch: false,
  suspendedWhy: null,
});

/** A key per level, which may call everything that its level allows. */
const noteKeys: Record<Level, string> = {
  read: formatApiKey(new Uint8Array(32).fill(1)),
  write: formatApiKey(new Uint8Array(32).fill(2)),
  execute: formatApiKey(new Uint8Array(32).fill(3)),
};

interface McpRequest {
  level?: Level | null;
  method?: string;
  /** Including its question mark. */
  query?: string;
  headers?: Record<string, string>;
  body?: string;
}

interface McpResponse {
  status: number;
  headers: Record<string, unknown>;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect arbitrary content
  body: any;
}

export interface NoteServer {
  send(sent: McpRequest): Promise<McpResponse>;
  post(what: Post, level?: Level, query?: string): Promise<McpResponse>;
  server: FastifyInstance;
  /** The units spent, in order. */
  spent: BudgetName[];
  /** Units left; a test sets them. */
  left: Record<BudgetName, number>;
  logged: unknown[];
}

export function createNoteServer(baseUrl = 'https://notes.example'): NoteServer {
  const spent: BudgetName[] = [];
  const left = { request: 1000, execute: 1000, lookup: 1000 };
  const logged: unknown[] = [];
  const now = () => new Date('2026-01-01T00:00:00Z');
  const state = (budget: BudgetName) => ({
    limit: 300,
    windowSeconds: 60,
    remaining: Math.max(0, left[budget]),
    resetsAt: new Date('2026-01-01T00:00:12Z'),
  });
  const budgets = {
    spend: async (budget: BudgetName) => {
      spent.push(budget);
      left[budget]--;
      return { ...state(budget), allowed: left[budget] >= 0 };
    },
    peek: async (budget: BudgetName) => state(budget),
  };
  const findKey = async (text: string) => {
    const level = levels.find((one) => noteKeys[one] === text);
    return level ? keyOf(level) : null;
  };
  const runtime = { release: '1.2.3', baseUrl, now } as Runtime;
  const paths = new PathTable();
  const server = fastify();
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  server.setErrorHandler(handleError);
  server.setNotFoundHandler((request) => {
    throw paths.errorFor(request.url);
  });
  server.addHook('onRequest', async (request) => {
    request.log.error = (entry: unknown) => logged.push(entry);
  });
  addToolRoutes(server, {
    operations: noteOperations,
    runtime,
    inTurn: (_storeId, work) => work(),
    gate: createGate({
      findKey,
      budgets,
      now,
      throttleBadKey: async () => {},
      isAllowedFrom: () => true,
      noteUse: () => {},
    }),
    contextFor: (caller, via) =>
      ({ ...runtime, key: caller.key, via, audit: async () => {} }) as unknown as KeyedContext,
    idempotentAnswers: () => {
      throw new Error('nothing is stored here');
    },
    paths,
  });

  async function send(sent: McpRequest): Promise<McpResponse> {
    const { level = 'execute', method = 'POST', query = '', headers = {}, body = '' } = sent;
    const response = await server.inject({
      method: method as 'POST',
      url: `/api/mcp${query}`,
      headers: {
        host: new URL(baseUrl).host,
        'content-type': 'application/json',
        ...(level && { authorization: `Bearer ${noteKeys[level]}` }),
        ...headers,
      },
      payload: body,
    });
    const text = response.body;
    return {
      status: response.statusCode,
      headers: response.headers,
      text,
      body: text ? JSON.parse(text) : null,
    };
  }

  return {
    server,
    spent,
    left,
    logged,
    send,
    post: (what, level = 'execute', query = '') =>
      send({ level, query, headers: headersOf(what), body: JSON.stringify(what.message) }),
  };
}
