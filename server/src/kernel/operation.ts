import type { z } from 'zod';
import type { Engine } from './engine.ts';
import type { RefusalCode } from './error.ts';
import type { OutboundClient } from './outbound.ts';
import type {
  BudgetName,
  BudgetState,
  Budgets,
  DesignCompiler,
  FileStorage,
  LiquidChecker,
  LiquidRenderer,
  StoreDatabase,
  UploadReader,
  Vault,
  WrappedKey,
} from './ports.ts';

/** Key levels, ordered and cumulative (spec: Authentication 3). */
export const levels = ['read', 'write', 'execute'] as const;
export type Level = (typeof levels)[number];

/** The levels that a key of `level` covers. */
export const covered = (level: Level): Level[] => levels.slice(0, levels.indexOf(level) + 1);
export const covers = (level: Level, needed: Level) => levels.indexOf(level) >= levels.indexOf(needed);

/** `none`: no key at all. `operator`: the command line only, never a key. */
export type Access = Level | 'none' | 'operator';

export interface ApiKey {
  id: string;
  storeId: string;
  storeName: string;
  name: string;
  prefix: string;
  level: Level;
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
}

/** What every operation can reach. */
export interface World {
  readonly release: string;
  readonly baseUrl: string;
  now(): Date;
  newId(): string;
  randomBytes(size: number): Buffer;
  sha256(text: string): Buffer;
}

/** One call on behalf of one store. */
export interface Context extends World {
  readonly storeId: string;
  readonly db: StoreDatabase;
  readonly vault: Vault;
  readonly liquid: LiquidChecker;
  readonly renderer: LiquidRenderer;
  readonly designs: DesignCompiler;
  readonly outbound: OutboundClient;
  readonly files: FileStorage;
  /** A fresh data key for this store, wrapped by the master key. */
  newDataKey(): WrappedKey;
  /** Optimistic concurrency: the revision the caller believes to change, if it said so. */
  readonly ifMatch: IfMatch;
}

/** Where a call came in; what is recorded of a change says it. */
export type Surface = 'api' | 'app' | 'mcp';

/** One call of the operator's command line. */
export interface OperatorContext extends Context {
  /** Here alone: no key adds a file. */
  readonly uploads: UploadReader;
  /** For what is handed over and goes on when the command has ended. */
  readonly engine: Engine;
  /** How long submitted work may go unseen before it is submitted again. */
  readonly patienceMs: number;
}

/** One call with a key, as every operation of the developer API has. */
export interface KeyedContext extends Context {
  readonly key: ApiKey;
  /** The app has no keys. */
  readonly via: Exclude<Surface, 'app'>;
  readonly budgets: Budgets;
  readonly requestBudget: BudgetState;
}

/** `null`: the caller named no revision; otherwise the entity tags it accepts, or `*`. */
export type IfMatch = readonly string[] | null;

/** A result with what the surface should say beside it. */
export interface Answer<T> {
  value: T;
  status?: 200 | 201;
  etag?: string;
  executionId?: string;
}

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api/v1`, with `:name` for a path member. */
  path: string;
}

/** Hints for a client's own caution; the key's level decides (mcp: annotations). */
export interface ToolAnnotations {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

/** A client has the default tools; any others it asks for (mcp: toolsets). */
export const toolsets = ['default', 'layouts'] as const;
export type Toolset = (typeof toolsets)[number];

export interface Tool<Value> {
  name: string;
  title: string;
  /** The default one where none is named. */
  toolset?: Exclude<Toolset, 'default'>;
  /** Nothing in the result was written by others. */
  ownWords?: true;
  /** Where the operation's own summary and description would say something untrue of the tool. */
  description?: string;
  annotations: ToolAnnotations;
  /** Where the tool shows something else than the REST answer. */
  view?: { output: z.ZodObject; of(value: Value, ctx: KeyedContext): unknown | Promise<unknown> };
}

/** A verb of the `outstep` command. */
export interface Command {
  words: readonly [string, string];
  /**
   * The input member read from standard input, so that it is in no process list and no shell history.
   * If it may be absent it is read only when `--<member>-stdin` is given.
   */
  stdin?: string;
  /** The input member that comes without a flag: the file at a path, whole or as a stream, or one text or more. */
  rest?: { member: string; shown: string } & (
    | { as: 'file'; maxBytes: number }
    | { as: 'stream' }
    | { as: 'texts' }
  );
  /** The output member that is a table of any length: an async iterable of rows, shown one by one as they come. */
  table?: { member: string; columns: readonly string[] };
  /** Which store the command works on when there is no `--store`. */
  store: 'flag' | 'new' | 'of-key';
}

export interface Operation<Ctx, Input extends z.ZodObject, Output extends z.ZodType, Found> {
  name: string;
  summary: string;
  description?: string;
  access: Access;
  budget: BudgetName | 'none';
  rest: readonly Route[];
  tool: Tool<z.output<Output>> | null;
  command?: Command;
  /** Path, query and body as one flat object, which suits tools; the path wins. */
  input: Input;
  output: Output;
  /** What it refuses beyond what its shape tells of; for the documents. */
  refusals?: readonly RefusalCode[];
  /** Finds the record that the path names, before its fields are looked at: 404 comes before 400. */
  find?(ctx: Ctx, path: Record<string, string>): Promise<Found>;
  /** The entity tag of what was found, for `If-Match`: 412 comes before 400 too. */
  etagOf?(found: NoInfer<Found>): string;
  run(ctx: Ctx, input: z.output<Input>, found: Found): Promise<Answer<z.output<Output>>>;
}

// biome-ignore lint/suspicious/noExplicitAny: the one place where operations of every shape meet in a list
export type AnyOperation = Operation<any, z.ZodObject, z.ZodType, any>;

/** An operation of the developer API. */
export const operation = <Input extends z.ZodObject, Output extends z.ZodType, Found = undefined>(
  declaration: Operation<KeyedContext, Input, Output, Found> & { access: Level },
) => declaration;

/** An operation without a key. */
export const publicOperation = <Input extends z.ZodObject, Output extends z.ZodType>(
  declaration: Omit<Operation<World, Input, Output, undefined>, 'access' | 'budget' | 'tool'>,
) => ({ ...declaration, access: 'none', budget: 'none', tool: null }) as const;

/** An operation of the operator's command line. */
export const operatorOperation = <Input extends z.ZodObject, Output extends z.ZodType>(
  declaration: Omit<
    Operation<OperatorContext, Input, Output, undefined>,
    'access' | 'budget' | 'tool' | 'rest' | 'command'
  > & {
    command: Command;
  },
) => ({ ...declaration, access: 'operator', budget: 'none', tool: null, rest: [] }) as const;
