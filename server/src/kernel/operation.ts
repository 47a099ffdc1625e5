import type { z } from 'zod';
import type { Access, Level, Role } from './access-levels.ts';
import type { Actor, AuditContext, AuditRows } from './audit.ts';
import type { CliCommand } from './command.ts';
import type { DnsClient } from './dns.ts';
import type { Engine } from './engine.ts';
import type { RefusalKind } from './error.ts';
import type { IfMatch, Revisions } from './etag.ts';
import type { Installation } from './installation.ts';
import type { Instruments } from './instruments.ts';
import type { MailTransport } from './mail.ts';
import type { MailLanguage } from './mail-language.ts';
import type { MailboxHost } from './mailbox.ts';
import type { RunOffloaded } from './offloaded-task.ts';
import type { OutboundClient } from './outbound.ts';
import type { PeopleDirectory } from './people.ts';
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
import type { RepositoryHost } from './repository.ts';
import type { ToolAnnotations } from './tool-annotations.ts';

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
  /** Ranges that it may be used from; from anywhere if there are none. */
  allowedAddresses: string[];
  /** Whether it may search history by recipient. */
  recipientSearch: boolean;
  /** Why the store is suspended; `null` while it is not. */
  suspendedWhy: string | null;
}

/** What an owner allows a key besides its level (contract: Keys and budgets 6). */
export type KeyPermission = 'recipientSearch';

/** Dependencies of every operation. */
export interface Runtime {
  readonly release: string;
  readonly baseUrl: string;
  /** CPU time that checking, compiling and rendering may each use, in milliseconds. */
  readonly renderCpuMs: number;
  now(): Date;
  newId(): string;
  randomBytes(size: number): Buffer;
  sha256(text: string): Buffer;
  readonly instruments: Instruments;
}

/** One call on behalf of one store. */
export interface Context extends Runtime {
  readonly storeId: string;
  readonly db: StoreDatabase;
  readonly vault: Vault;
  readonly liquid: LiquidChecker;
  readonly renderer: LiquidRenderer;
  readonly designs: DesignCompiler;
  readonly heavy: RunOffloaded;
  readonly outbound: OutboundClient;
  readonly files: FileStorage;
  readonly repositories: RepositoryHost;
  /** A fresh data key for this store, wrapped by the master key. */
  newDataKey(): WrappedKey;
  /** Optimistic concurrency: the revisions that the caller accepts, if it named any. */
  readonly ifMatch: IfMatch;
}

/** The surface of a call; recorded with each change. */
export type Surface = 'api' | 'app' | 'mcp';

/** One call of somebody known: what most operations need, whether it came with a key or from the app. */
export interface ActorContext extends Context, AuditContext {
  readonly via: Surface;
  readonly actor: Actor<'key' | 'user'>;
  /** For work that continues after the call was answered. */
  readonly engine: Engine;
  /** Logs a problem that does not affect the caller. */
  warn(error: unknown, what: string): void;
  /** Whether a write that removes much is refused: a tool was called without `allow_removal`. */
  readonly refusesRemoval?: boolean;
}

/** Ports that calls with a key do not have. */
interface OperatorPorts {
  /** No key adds a file. */
  readonly uploads: UploadReader;
  /** Reads and imports a long list when it is the account's turn: that takes seconds of a processor and a connection. */
  importInTurn<T>(work: () => Promise<T>): Promise<T>;
  /** For work that continues after the call has ended. */
  readonly engine: Engine;
  /** How long submitted work may stay without a sign of life before it is submitted again. */
  readonly patienceMs: number;
  readonly people: PeopleDirectory;
  readonly installation: Installation;
}

/** One call of the operator's command line, or of a person who may do the same in the app. */
export interface OperatorContext extends Context, AuditContext, OperatorPorts {
  readonly via: 'command' | 'app';
  readonly actor: Actor<'operator' | 'user'>;
}

/** One call of a person in the app. */
export interface PersonContext extends ActorContext, OperatorPorts {
  readonly via: 'app';
  readonly actor: Actor<'user'>;
  readonly role: Role;
  /** The language of the app. */
  readonly language: MailLanguage;
  /** Id of the session: a flow started in one session cannot be finished in another. */
  readonly session: string;
  /** To test a mail server; sending goes through the ledger. */
  readonly mail: Pick<MailTransport, 'greet'>;
  /** To connect a mailbox; sending goes through the ledger. */
  readonly mailboxes: Pick<MailboxHost, 'isSetUp' | 'begin' | 'finish'>;
  readonly dns: DnsClient;
}

/** One call with a key. */
export interface KeyedContext extends ActorContext {
  readonly key: ApiKey;
  /** The app has no keys. */
  readonly via: Exclude<Surface, 'app'>;
  readonly actor: Actor<'key'>;
  readonly budgets: Budgets;
  readonly requestBudget: BudgetState;
}

/** A result with extra information for the surface. */
export interface OperationResult<T> {
  value: T;
  status?: 200 | 201;
  etag?: string;
  executionId?: string;
}

/** The values of the `:name` members of a route's path, by name. */
export type PathParams = Record<string, string>;

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api/v1`, with `:name` for a path member. */
  path: string;
  /** What generated clients call it, where it isn't the first route of the operation. */
  id?: string;
}

/** A route of the app, below `/app/api/stores/:storeId`, and the role it takes. */
export type AppRoute = Route & { role: Role };

/** A client gets the default tools, and others on request (contract: Tool server 3). */
export const toolsets = ['default', 'layouts', 'alerts'] as const;
export type Toolset = (typeof toolsets)[number];

export interface Tool<Value> {
  name: string;
  title: string;
  /** The default toolset if absent. */
  toolset?: Exclude<Toolset, 'default'>;
  /** Nothing in the result was written by others. */
  ownWords?: true;
  /** Replaces the operation's summary and description where they do not fit the tool. */
  description?: string;
  annotations: ToolAnnotations;
  /** Set when the tool's result differs from the REST response. */
  view?: { output: z.ZodObject; of(value: Value, ctx: KeyedContext): unknown | Promise<unknown> };
}

export interface Operation<Ctx, Input extends z.ZodObject, Output extends z.ZodType, Found>
  extends Revisions<Ctx, Found> {
  name: string;
  summary: string;
  description?: string;
  access: Access;
  budget: BudgetName | 'none';
  /** A key needs it besides the level. */
  permission?: KeyPermission;
  rest: readonly Route[];
  tool: Tool<z.output<Output>> | null;
  command?: CliCommand;
  /** Its routes in the app. By default: operations of a key on their REST routes, others none. */
  app?: readonly AppRoute[] | 'none';
  /** In the app it takes a proof of who calls that is minutes old at most. A key is a proof each time. */
  stepUp?: true;
  /** Path, query and body as one flat object, which suits tools; the path wins. */
  input: Input;
  output: Output;
  /** Which record the audit log names, where it is not the one of the path or the `id` of the answer. */
  target?(value: z.output<Output>): string;
  /** Statuses it succeeds with, 200 unless said; for the documents. */
  successes?: readonly (200 | 201)[];
  /** Its tool refuses a write that removes much, unless `allow_removal` is sent (contract: Tool server 14). */
  guardsRemoval?: true;
  /** Refusals that do not follow from its shape; for the documents. */
  refusals?: readonly RefusalKind[];
  /** Finds the record of the path before the fields are checked: 404 comes before 400. */
  find?(ctx: Ctx, path: PathParams): Promise<Found>;
  /**
   * All that it does to the database is one transaction, with its entry in the audit log: it begins with the first
   * statement, so whatever calls out or waits comes before that.
   */
  atomic?: true;
  /** Not audited: it changes only the caller's own data, many times a minute, and sends nothing. */
  unaudited?: true;
  /** Audited although it changes nothing: it tells something about a person. */
  audited?: true;
  /** People may still do it in a suspended store, where they can change nothing else. */
  whileSuspended?: true;
  run(
    ctx: Ctx,
    input: z.output<Input>,
    found: Found,
    auditRows?: AuditRows,
  ): Promise<OperationResult<z.output<Output>>>;
}

// biome-ignore lint/suspicious/noExplicitAny: the one place where operations of every shape meet in a list
export type AnyOperation = Operation<any, z.ZodObject, z.ZodType, any>;

/** An operation of the developer API, which the app has too. */
export const operation = <Input extends z.ZodObject, Output extends z.ZodType, Found = undefined>(
  declaration: Operation<ActorContext, Input, Output, Found> & { access: Level },
) => declaration;

/** One that is about the key itself. */
export const keyedOperation = <Input extends z.ZodObject, Output extends z.ZodType, Found = undefined>(
  declaration: Omit<Operation<KeyedContext, Input, Output, Found>, 'app'> & { access: Level },
) => ({ ...declaration, app: 'none' }) as const;

/** An operation without a key. */
export const publicOperation = <Input extends z.ZodObject, Output extends z.ZodType>(
  declaration: Omit<Operation<Runtime, Input, Output, undefined>, 'access' | 'budget' | 'tool' | 'app'>,
) => ({ ...declaration, access: 'none', budget: 'none', tool: null }) as const;

/**
 * An operation of the operator's command line, which people may have in the app
 * (contract: Senders, secrets, files 6).
 */
export const operatorOperation = <Input extends z.ZodObject, Output extends z.ZodType>(
  declaration: Omit<
    Operation<OperatorContext, Input, Output, undefined>,
    'access' | 'budget' | 'tool' | 'rest' | 'command'
  > & {
    command: CliCommand;
  },
) => ({ ...declaration, access: 'operator', budget: 'none', tool: null, rest: [] }) as const;

/** An operation of the app alone. */
export const appOperation = <Input extends z.ZodObject, Output extends z.ZodType, Found = undefined>(
  declaration: Omit<
    Operation<PersonContext, Input, Output, Found>,
    'access' | 'budget' | 'tool' | 'rest' | 'command' | 'app'
  > & {
    app: readonly AppRoute[];
    /** Besides the request that each call in the app uses. */
    budget?: BudgetName;
  },
) => ({ budget: 'none', ...declaration, access: 'person', tool: null, rest: [] }) as const;

const roleOfLevel: Readonly<Record<Level, Role>> = { read: 'viewer', write: 'editor', execute: 'editor' };

/** Everything that changes something, and everything that only the operator could do. */
export function isChange(operation: AnyOperation): boolean {
  const { access } = operation;
  if (access === 'person') return appRoutesOf(operation).some(({ method }) => method !== 'GET');
  return access === 'write' || access === 'execute' || access === 'operator';
}

export const isAudited = (operation: AnyOperation) =>
  operation.audited === true || (isChange(operation) && !operation.unaudited);

/** The budget that a call uses besides the request budget. */
export const extraBudgetOf = ({ budget }: AnyOperation) =>
  budget === 'none' || budget === 'request' ? null : budget;

/** Whether the key may do it, whatever its level is. */
export const isPermitted = (
  key: Pick<ApiKey, KeyPermission>,
  { permission }: Pick<AnyOperation, 'permission'>,
) => permission === undefined || key[permission];

/** Where the app has an operation, and who may use it there. */
export function appRoutesOf({ app, access, rest }: AnyOperation): readonly AppRoute[] {
  if (app === 'none' || access === 'none') return [];
  if (app !== undefined || access === 'operator' || access === 'person') return app ?? [];
  return rest.map((route) => ({ ...route, role: roleOfLevel[access] }));
}
