import type { z } from 'zod';
import type { Access, Level, Role } from './access-levels.ts';
import type { Actor, AuditContext, AuditRows } from './audit.ts';
import type { CliCommand } from './command.ts';
import type { DnsClient } from './dns.ts';
import type { Engine } from './engine.ts';
import type { OperationErrorKind } from './error.ts';
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
  /** Address ranges that it may be used from; empty for anywhere. */
  allowedAddresses: string[];
  /** Whether it may search history by recipient. */
  recipientSearch: boolean;
  /** Why the store is suspended; `null` if it isn't. */
  suspendedWhy: string | null;
}

/** A permission that an owner grants to a key in addition to its level (contract: Keys and budgets 6). */
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

/** One call by a known caller, with a key or from the app: what most operations need. */
export interface ActorContext extends Context, AuditContext {
  readonly via: Surface;
  readonly actor: Actor<'key' | 'user'>;
  /** For work that continues after the response. */
  readonly engine: Engine;
  /** Logs a problem that does not affect the caller. */
  warn(error: unknown, what: string): void;
  /** Whether a write that removes a lot is rejected, because a tool was called without `allow_removal`. */
  readonly refusesRemoval?: boolean;
}

/** Ports that calls with a key do not have. */
interface OperatorPorts {
  /** Keys cannot upload files. */
  readonly uploads: UploadReader;
  /**
   * Reads and imports a long list when it is the account's turn, because that takes seconds of CPU time and a
   * connection.
   */
  importInTurn<T>(work: () => Promise<T>): Promise<T>;
  /** For work that continues after the call has ended. */
  readonly engine: Engine;
  /** How long submitted work may go without a sign of life before it is submitted again. */
  readonly patienceMs: number;
  readonly people: PeopleDirectory;
  readonly installation: Installation;
}

/** One call from the operator's command line, or by a person who may do the same in the app. */
export interface OperatorContext extends Context, AuditContext, OperatorPorts {
  readonly via: 'command' | 'app';
  readonly actor: Actor<'operator' | 'user'>;
}

/** One call by a person in the app. */
export interface PersonContext extends ActorContext, OperatorPorts {
  readonly via: 'app';
  readonly actor: Actor<'user'>;
  readonly role: Role;
  /** The language of the app. */
  readonly language: MailLanguage;
  /** The session's ID: a flow started in one session cannot be finished in another. */
  readonly session: string;
  /** For testing a mail server; emails are sent through the ledger. */
  readonly mail: Pick<MailTransport, 'greet'>;
  /** For connecting a mailbox; emails are sent through the ledger. */
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

/** The values of a route's `:name` path parameters, by name. */
export type PathParams = Record<string, string>;

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Relative to `/api/v1`, with `:name` for a path parameter. */
  path: string;
  /** The operation ID for generated clients, if this isn't the operation's first route. */
  id?: string;
}

/** A route of the app, relative to `/app/api/stores/:storeId`, and the role that it requires. */
export type AppRoute = Route & { role: Role };

/** A client gets the default tools, and others on request (contract: Tool server 3). */
export const toolsets = ['default', 'layouts', 'alerts'] as const;
export type Toolset = (typeof toolsets)[number];

export interface Tool<Value> {
  name: string;
  title: string;
  /** The default toolset if absent. */
  toolset?: Exclude<Toolset, 'default'>;
  /** The result contains no text written by others. */
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
  /** A permission that a key needs in addition to the level. */
  permission?: KeyPermission;
  rest: readonly Route[];
  tool: Tool<z.output<Output>> | null;
  command?: CliCommand;
  /** Its routes in the app. By default, operations for keys have their REST routes, and others have none. */
  app?: readonly AppRoute[] | 'none';
  /** In the app, requires a recent proof of identity. A key is a proof each time. */
  stepUp?: true;
  /** Path, query and body as one flat object, as tools expect; the path takes precedence. */
  input: Input;
  output: Output;
  /** The record to name in the audit log, if it is neither the one in the path nor the `id` of the result. */
  target?(value: z.output<Output>): string;
  /** Success statuses for the documents; defaults to 200. */
  successes?: readonly (200 | 201)[];
  /**
   * Its tool rejects a write that removes a lot, unless `allow_removal` is sent (contract: Tool server 14).
   */
  guardsRemoval?: true;
  /** Errors that cannot be derived from its other fields; for the documents. */
  errorKinds?: readonly OperationErrorKind[];
  /** Finds the record of the path before the fields are checked: 404 comes before 400. */
  find?(ctx: Ctx, path: PathParams): Promise<Found>;
  /**
   * All its database work is one transaction, including its audit log entry. The transaction begins with the
   * first statement, so anything that makes external calls or waits must come before that.
   */
  atomic?: true;
  /**
   * Not audited, because it changes only the caller's own data, many times a minute, without sending
   * anything.
   */
  unaudited?: true;
  /** Audited although it changes nothing, because it reveals something about a person. */
  audited?: true;
  /** People may still do it in a suspended store, where they cannot change anything else. */
  whileSuspended?: true;
  run(
    ctx: Ctx,
    input: z.output<Input>,
    found: Found,
    auditRows?: AuditRows,
  ): Promise<OperationResult<z.output<Output>>>;
}

// biome-ignore lint/suspicious/noExplicitAny: the only list of operations of every shape
export type AnyOperation = Operation<any, z.ZodObject, z.ZodType, any>;

/** An operation of the developer API, which the app also has. */
export const operation = <Input extends z.ZodObject, Output extends z.ZodType, Found = undefined>(
  declaration: Operation<ActorContext, Input, Output, Found> & { access: Level },
) => declaration;

/** An operation on the key itself. */
export const keyedOperation = <Input extends z.ZodObject, Output extends z.ZodType, Found = undefined>(
  declaration: Omit<Operation<KeyedContext, Input, Output, Found>, 'app'> & { access: Level },
) => ({ ...declaration, app: 'none' }) as const;

/** An operation without a key. */
export const publicOperation = <Input extends z.ZodObject, Output extends z.ZodType>(
  declaration: Omit<Operation<Runtime, Input, Output, undefined>, 'access' | 'budget' | 'tool' | 'app'>,
) => ({ ...declaration, access: 'none', budget: 'none', tool: null }) as const;

/**
 * An operation of the operator's command line, which the app may also offer
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

/** An operation that only the app has. */
export const appOperation = <Input extends z.ZodObject, Output extends z.ZodType, Found = undefined>(
  declaration: Omit<
    Operation<PersonContext, Input, Output, Found>,
    'access' | 'budget' | 'tool' | 'rest' | 'command' | 'app'
  > & {
    app: readonly AppRoute[];
    /** In addition to the request budget, which each call in the app uses. */
    budget?: BudgetName;
  },
) => ({ budget: 'none', ...declaration, access: 'person', tool: null, rest: [] }) as const;

const roleOfLevel: Readonly<Record<Level, Role>> = { read: 'viewer', write: 'editor', execute: 'editor' };

/** Whether it changes data, or does something that only the operator could do. */
export function isChange(operation: AnyOperation): boolean {
  const { access } = operation;
  if (access === 'person') return appRoutesOf(operation).some(({ method }) => method !== 'GET');
  return access === 'write' || access === 'execute' || access === 'operator';
}

export const isAudited = (operation: AnyOperation) =>
  operation.audited === true || (isChange(operation) && !operation.unaudited);

/** The budget that a call uses in addition to the request budget. */
export const extraBudgetOf = ({ budget }: AnyOperation) =>
  budget === 'none' || budget === 'request' ? null : budget;

/** Whether the key has the required permission, whatever its level. */
export const isPermitted = (
  key: Pick<ApiKey, KeyPermission>,
  { permission }: Pick<AnyOperation, 'permission'>,
) => permission === undefined || key[permission];

/** The operation's routes in the app, and the role that each requires. */
export function appRoutesOf({ app, access, rest }: AnyOperation): readonly AppRoute[] {
  if (app === 'none' || access === 'none') return [];
  if (app !== undefined || access === 'operator' || access === 'person') return app ?? [];
  return rest.map((route) => ({ ...route, role: roleOfLevel[access] }));
}
