import pg from 'pg';
import type { Bound } from '../../kernel/ports.ts';
import { BRIEF, type Limits, limitColumns, ORDINARY, SEARCH } from './limits.ts';

/**
 * Role, store and limits in one statement, for the transaction only: a plain SET would leak through a pooler. The limits
 * hold from the next statement on.
 */
const scopeText = (limits: Limits) =>
  `select set_config('role', 'outstep_app', true), set_config('outstep.store', $1, true), ${limitColumns(limits)}`;

/** What opens the transaction of one batch, as a statement with the store as its parameter. */
export const scopes = {
  ordinary: { name: 'scope', text: scopeText(ORDINARY) },
  search: { name: 'scope_search', text: scopeText(SEARCH) },
  brief: { name: 'scope_brief', text: scopeText(BRIEF) },
};

type Scope = (typeof scopes)['ordinary'];

interface Field {
  name: string;
  dataTypeID: number;
  format: 'text' | 'binary';
}

/** The part of node-postgres' connection that a submittable query speaks to (as pg-cursor does). */
interface Connection {
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

export type Row = Record<string, unknown>;
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

/**
 * Statements sent together and closed by one Sync, with the scope before them unless a transaction has it already. PostgreSQL runs what stands before a Sync
 * as one implicit transaction, so this is a complete scoped transaction in one trip,
 * without the BEGIN and COMMIT that would double the work of a read.
 */
export class ScopedBatch {
  readonly #store: string | null;
  readonly #scope: Scope;
  readonly #queries: readonly Bound<unknown>[];
  readonly #named: boolean;
  readonly #outcome = Promise.withResolvers<Row[][]>();
  readonly #results: Row[][] = [];
  #fields: { name: string; parse: Parser }[] = [];
  /** The scope's own answer comes first, undescribed, and is passed over. */
  #current: number;
  #error: Error | null = null;
  #parsedHere = false;

  /** `store` is null inside of a transaction. */
  constructor(
    store: string | null,
    queries: readonly Bound<unknown>[],
    named: boolean,
    scope = scopes.ordinary,
  ) {
    this.#store = store;
    this.#scope = scope;
    this.#current = store === null ? 0 : -1;
    this.#queries = queries;
    this.#named = named;
  }

  /** The rows of each statement. */
  get results(): Promise<Row[][]> {
    return this.#outcome.promise;
  }

  /** After an error it is unknown which prepared statements the server has kept: the connection is closed. */
  get connectionIsDoubtful() {
    return this.#error !== null && (this.#parsedHere || !(this.#error instanceof pg.DatabaseError));
  }

  submit(connection: Connection): null {
    connection.stream.cork();
    if (this.#store !== null) {
      this.#send(connection, this.#scope.name, this.#scope.text, [this.#store]);
      connection.execute({ portal: '', rows: 0 });
    }
    for (const query of this.#queries) {
      this.#send(connection, query.statement.name, query.statement.text, query.values);
      connection.describe({ type: 'P', name: '' });
      connection.execute({ portal: '', rows: 0 });
    }
    connection.sync();
    connection.stream.uncork();
    return null;
  }

  #send(connection: Connection, name: string, text: string, values: readonly unknown[]) {
    const statement = this.#named ? name : '';
    if (!this.#named || connection.parsedStatements[name] === undefined) {
      connection.parse({ name: statement, text });
      if (this.#named) {
        connection.parsedStatements[name] = text;
        this.#parsedHere = true;
      }
    }
    connection.bind({ portal: '', statement, values, valueMapper: wireValue });
  }

  handleRowDescription(message: { fields: Field[] }) {
    this.#fields = message.fields.map((field) => ({
      name: field.name,
      parse: pg.types.getTypeParser(field.dataTypeID, 'text') as Parser,
    }));
  }

  handleDataRow(message: { fields: (string | null)[] }) {
    if (this.#current < 0) return;
    const row: Row = {};
    for (let i = 0; i < this.#fields.length; i++) {
      const field = this.#fields[i];
      const value = message.fields[i];
      if (field) row[field.name] = value === null || value === undefined ? null : field.parse(value);
    }
    this.#rowsOfCurrent().push(row);
  }

  #rowsOfCurrent(): Row[] {
    this.#results[this.#current] ??= [];
    return this.#results[this.#current] as Row[];
  }

  handleCommandComplete() {
    if (this.#current >= 0) this.#rowsOfCurrent();
    this.#current++;
  }

  handleEmptyQuery() {
    this.handleCommandComplete();
  }

  /** An answer to the Sync still follows and is ignored. */
  handleError(error: Error) {
    this.#error = error;
    this.#outcome.reject(error);
  }

  handleReadyForQuery() {
    if (this.#error) return;
    this.#outcome.resolve(this.#results);
  }
}

// A pipelined connection accepts only instances of its own Query class, checked by prototype; calling the
// constructor would cost too much.
Object.setPrototypeOf(ScopedBatch.prototype, pg.Query.prototype);
