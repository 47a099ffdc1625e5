import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { invalidField } from '../../kernel/fields.ts';
import { message } from '../../kernel/messages/message.ts';
import {
  type AnyOperation,
  type AppRoute,
  appRoutesOf,
  extraBudgetOf,
  isChange,
  type Runtime,
} from '../../kernel/operation.ts';
import type { BudgetName } from '../../kernel/ports.ts';
import { anyContentType, MAX_BODY_BYTES } from '../calls/body.ts';
import { invoke, type OperationCall } from '../calls/invoke.ts';
import { type RepeatedAnswer, runOnce } from '../calls/run-once.ts';
import { csvLines, rowLines, type TableRow } from '../calls/table.ts';
import { sendAnswer } from '../rest/answer.ts';
import { repeatable } from '../rest/idempotency.ts';
import type { PathTable } from '../rest/paths.ts';
import { createResponder } from '../rest/responder.ts';
import {
  type AppBackend,
  requireBudget,
  requirePerson,
  requireProof,
  requireRole,
  type Visitor,
} from './app-backend.ts';
import { createSameOriginCheck, requireAppHeader } from './origin.ts';

const PREFIX = '/app/api/stores/:storeId';
/** For a list that the command line reads as a stream of any length. */
const MAX_LIST_BYTES = 32 * 1024 * 1024;

export interface StoreRouteOptions {
  operations: readonly AnyOperation[];
  runtime: Runtime;
  backend: AppBackend;
  paths: PathTable;
}

const tableFormats = {
  csv: { type: 'text/csv; charset=utf-8', ending: 'csv', lines: csvLines },
  'json-lines': {
    type: 'application/jsonl; charset=utf-8',
    ending: 'jsonl',
    lines: (_columns: readonly string[], rows: AsyncIterable<TableRow>) => rowLines(rows),
  },
} as const;

/** The input field that is a file, if any; the body is then that file. */
function fileOf({ command }: AnyOperation) {
  const rest = command?.rest;
  return rest && rest.as !== 'texts' ? rest : null;
}

/** Presents bytes in memory as a file that is read in chunks. */
const streamOf = (bytes: Uint8Array): AsyncIterable<Uint8Array> => ({
  async *[Symbol.asyncIterator]() {
    yield bytes;
  },
});

/** `X-Filename`, percent-encoded because headers are ASCII. */
function filenameOf(request: FastifyRequest): string {
  try {
    return decodeURIComponent(String(request.headers['x-filename'] ?? 'file'));
  } catch {
    throw invalidField('X-Filename', message('must_be_percent_encoded'));
  }
}

function bodyLimitOf(operation: AnyOperation): number {
  const file = fileOf(operation);
  if (!file) return MAX_BODY_BYTES;
  return file.as === 'file' ? file.maxBytes : MAX_LIST_BYTES;
}

/** Registers every operation of the app on its routes below a store (contract: The app 1). */
export function addStoreRoutes(server: FastifyInstance, options: StoreRouteOptions) {
  const { backend, paths, runtime } = options;
  const requireSameOrigin = createSameOriginCheck(runtime.baseUrl);

  const spend = (budget: BudgetName, { person }: Visitor) =>
    requireBudget(backend.budgets.spend(budget, person.id), runtime.now(), budget);

  const createAdmission = (operation: AnyOperation, route: AppRoute) => async (request: FastifyRequest) => {
    requireSameOrigin(request);
    requireAppHeader(request);
    const signedIn = await requirePerson(backend, request);
    const { storeId = '' } = request.params as Record<string, string>;
    const changesSomething = route.method !== 'GET' && isChange(operation) && !operation.whileSuspended;
    const visitor = await requireRole(backend, signedIn, storeId, { role: route.role, changesSomething });
    if (operation.stepUp) requireProof(visitor);
    await spend('request', visitor);
    const extra = extraBudgetOf(operation);
    if (extra) await spend(extra, visitor);
    request.visitor = visitor;
  };

  function handler(operation: AnyOperation) {
    const { callOf, answerTo, readQuery } = createResponder(operation);
    const file = fileOf(operation);
    const table = operation.command?.table;

    const fileCall = (request: FastifyRequest): OperationCall => {
      const bytes = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
      const name = filenameOf(request);
      const sent = file?.as === 'stream' ? { name, chunks: streamOf(bytes) } : { name, bytes };
      const fields = { ...readQuery(request.query as Record<string, unknown>), [file?.member ?? '']: sent };
      return { path: {}, fields, fieldsFirst: false, ifMatch: null, strict: false };
    };

    const read = (request: FastifyRequest): OperationCall => {
      const call = file ? fileCall(request) : callOf(request);
      const { storeId: _, ...path } = request.params as Record<string, string>;
      return { ...call, path };
    };

    return async (request: FastifyRequest, reply: FastifyReply) => {
      const visitor = request.visitor as Visitor;
      const { person, storeId } = visitor;
      const ctxOf = (call: OperationCall) => backend.contextFor(visitor, call.ifMatch);
      if (table) {
        const call = read(request);
        const { answer } = await invoke(operation, ctxOf(call), call);
        const rows = (answer.value as Record<string, AsyncIterable<TableRow>>)[table.member];
        const { type, ending, lines } = tableFormats[table.format];
        return reply
          .header('content-type', type)
          .header('content-disposition', `attachment; filename="${table.member}.${ending}"`)
          .header('cache-control', 'no-store')
          .send(Readable.from(lines(table.columns, rows as AsyncIterable<TableRow>)));
      }
      const work = () =>
        backend.inTurn(storeId, async () => {
          const call = read(request);
          return answerTo(request, ctxOf(call), call);
        });
      // Operations for keys are idempotent as with keys; other responses may contain values that are shown
      // only once, so they are not stored.
      const answers = () => backend.idempotentAnswers(person, storeId);
      const answer: RepeatedAnswer =
        operation.rest.length > 0
          ? await runOnce(repeatable(request, operation, read, answers(), runtime.sha256), work)
          : await work();
      if (answer.replayed) reply.header('idempotency-replayed', 'true');
      return sendAnswer(reply, answer);
    };
  }

  for (const operation of options.operations) {
    for (const route of appRoutesOf(operation)) {
      const url = PREFIX + route.path;
      paths.add(route.method, url);
      server.route({
        method: route.method,
        url,
        bodyLimit: bodyLimitOf(operation),
        onRequest: [anyContentType, createAdmission(operation, route)],
        handler: handler(operation),
      });
    }
  }
}
