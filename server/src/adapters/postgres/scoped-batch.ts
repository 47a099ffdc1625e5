import pg from 'pg';
import type { BoundStatement } from '../../kernel/ports.ts';
import {
  BRIEF_READ_LIMITS,
  limitColumns,
  ORDINARY_LIMITS,
  SEARCH_LIMITS,
  SHARED_WRITE_LIMITS,
  type StatementLimits,
} from './limits.ts';

/**
 * Role, store and limits in one statement, for the transaction only: a plain SET would leak through a pooler. The limits
 * hold from the next statement on.
 */
const scopeText = (limits: StatementLimits) =>
  `select set_config('role', 'outstep_app', true), set_config('outstep.store', $1, true), ${limitColumns(limits)}`;

/**
 * Statements by key have one good plan, whatever the key. By default, PostgreSQL plans those on partitioned
 * tables every time, because a plan that has already excluded all partitions but one looks cheaper to it;
 * that costs six times as much as running them.
 */
const PLANNED_ONCE = `, set_config('plan_cache_mode', 'force_generic_plan', true)`;

/** The statement that starts the transaction of a batch, with the store as its parameter. */
export const scopes = {
  ordinary: { name: 'scope', text: scopeText(ORDINARY_LIMITS) },
  search: { name: 'scope_search', text: scopeText(SEARCH_LIMITS) },
  brief: { name: 'scope_brief', text: scopeText(BRIEF_READ_LIMITS) + PLANNED_ONCE },
  shared: { name: 'scope_shared', text: scopeText(SHARED_WRITE_LIMITS) + PLANNED_ONCE },
};

/** Switches to the next store within a transaction: role and limits remain set until its end. */
const nextStore = { name: 'scope_next', text: `select set_config('outstep.store', $1, true)` };

export type DatabaseScope = (typeof scopes)['ordinary'];

interface ResultField {
  name: string;
  dataTypeID: number;
  format: 'text' | 'binary';
}

/** The part of node-postgres' connection that a submittable query uses (as pg-cursor does). */
interface PgConnection {
  stream: { cork(): void; uncork(): void };
  parsedStatements: Record<string, string>;
  parse(message: { name: string; text: string }): void;
  bind(message: {
    portal: string;
    statement: string;
    values: readonly unknown[];
    valueMapper: (value: unknown) => unknown;
  }): void;
  describe(message: { type: 'P'; name: string }): void;
  execute(message: { portal: string; rows: number }): void;
  sync(): void;
}

export type DatabaseRow = Record<string, unknown>;
type Parser = (value: string) => unknown;

/** A PostgreSQL array literal, written as node-postgres would. */
const arrayText = (items: readonly unknown[]) =>
  `{${items.map((item) => `"${String(item).replace(/["\\]/g, '\\$&')}"`).join(',')}}`;

const wireValue = (value: unknown): unknown => {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value) || typeof value === 'string') return value;
  return Array.isArray(value) ? arrayText(value) : String(value);
};

/** The queries of one store. */
export interface StoreQueries {
  /** `null` inside of a transaction that has its scope already. */
  store: string | null;
  queries: readonly BoundStatement<unknown>[];
}

interface BatchCommand {
  name: string;
  text: string;
  values: readonly unknown[];
  /** The store that a scope statement sets, which is also its result; `null` for other statements. */
  scopeOf: string | null;
}

function* commandsOf(asked: readonly StoreQueries[], scope: DatabaseScope): Generator<BatchCommand> {
  let before: string | null = null;
  for (const { store, queries } of asked) {
    if (store !== null && store !== before)
      yield { ...(before === null ? scope : nextStore), values: [store], scopeOf: store };
    before = store;
    for (const { statement, values } of queries)
      yield { name: statement.name, text: statement.text, values, scopeOf: null };
  }
}

/** The results do not belong to the queries: none of them are returned, and the connection is closed. */
export class MixedResults extends Error {}

/**
 * Statements sent together and ended by one Sync, each store's after its scope. PostgreSQL runs everything
 * before a Sync as one implicit transaction, so this is a complete scoped transaction in one round trip,
 * without the BEGIN and COMMIT that would double the work of a read.
 */
export class ScopedBatch {
  readonly #commands: readonly BatchCommand[];
  readonly #named: boolean;
  readonly #outcome = Promise.withResolvers<DatabaseRow[][]>();
  readonly #results: DatabaseRow[][] = [];
  /** Rows of the command whose result is being received. */
  #rows: DatabaseRow[] = [];
  #fields: { name: string; parse: Parser }[] = [];
  #current = 0;
  #error: Error | null = null;
  #parsedHere = false;

  constructor(asked: readonly StoreQueries[], named: boolean, scope = scopes.ordinary) {
    this.#commands = [...commandsOf(asked, scope)];
    this.#named = named;
  }

  /** The rows of each statement. */
  get results(): Promise<DatabaseRow[][]> {
    return this.#outcome.promise;
  }

  /** After an error it is unknown which prepared statements the server has kept: the connection is closed. */
  get connectionIsDoubtful() {
    return this.#error !== null && (this.#parsedHere || !(this.#error instanceof pg.DatabaseError));
  }

  submit(connection: PgConnection): null {
    connection.stream.cork();
    for (const command of this.#commands) {
      this.#send(connection, command);
      if (command.scopeOf === null) connection.describe({ type: 'P', name: '' });
      connection.execute({ portal: '', rows: 0 });
    }
    connection.sync();
    connection.stream.uncork();
    return null;
  }

  #send(connection: PgConnection, { name, text, values }: BatchCommand) {
    const statement = this.#named ? name : '';
    if (statement === '' || connection.parsedStatements[name] === undefined) {
      connection.parse({ name: statement, text });
      if (statement !== '') {
        connection.parsedStatements[name] = text;
        this.#parsedHere = true;
      }
    }
    connection.bind({ portal: '', statement, values, valueMapper: wireValue });
  }

  handleRowDescription(message: { fields: ResultField[] }) {
    this.#fields = message.fields.map((field) => ({
      name: field.name,
      parse: pg.types.getTypeParser(field.dataTypeID, 'text') as Parser,
    }));
  }

  handleDataRow(message: { fields: (string | null)[] }) {
    const scopeOf = this.#commands[this.#current]?.scopeOf ?? null;
    if (scopeOf !== null) {
      // Rows after another scope than the requested one would be another store's.
      if (!message.fields.includes(scopeOf))
        this.handleError(new MixedResults('answers came for another store'));
      return;
    }
    const row: DatabaseRow = {};
    for (let i = 0; i < this.#fields.length; i++) {
      const field = this.#fields[i];
      const value = message.fields[i];
      if (field) row[field.name] = value === null || value === undefined ? null : field.parse(value);
    }
    this.#rows.push(row);
  }

  handleCommandComplete() {
    if (this.#commands[this.#current]?.scopeOf === null) {
      this.#results.push(this.#rows);
      this.#rows = [];
    }
    this.#current++;
  }

  handleEmptyQuery() {
    this.handleCommandComplete();
  }

  /** The response to the Sync still follows and is ignored. */
  handleError(error: Error) {
    this.#error = error;
    this.#outcome.reject(error);
  }

  handleReadyForQuery() {
    if (this.#error) return;
    this.#outcome.resolve(this.#results);
  }
}
