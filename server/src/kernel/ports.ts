import type { PropertyPath } from './fields.ts';
import type { JsonObject } from './json.ts';
import type { Message } from './messages/message.ts';

/**
 * The ports of operations. Adapters in `adapters/` implement them;
 * operations never import an adapter.
 */

/** A statement that is written once. Its name lets the server keep its plan. */
export interface Statement<Row> {
  readonly name: string;
  readonly text: string;
  /** Finds a few rows by key and waits for no lock, so it may share a connection with others. */
  readonly brief?: boolean;
  /** Changes a few rows by key, so it may share a transaction with the same statement of other stores. */
  readonly shared?: boolean;
  /**
   * Its first parameter is the search term or null: if the search takes too long, this input field is
   * reported as the problem.
   */
  readonly searches?: SearchField;
  /** Never set; only carries the type of the rows. */
  readonly row?: Row;
}

export const statement = <Row>(name: string, text: string): Statement<Row> => ({ name, text });

/** A read by key; see `Statement.brief`. */
export const briefRead = <Row>(name: string, text: string): Statement<Row> => ({ name, text, brief: true });

/** A write by key that many steps make; see `Statement.shared`. */
export const sharedWrite = <Row>(name: string, text: string): Statement<Row> => ({
  name,
  text,
  shared: true,
});

/** The input field of a search that may take too long: a text, or the start of a period. */
export type SearchField = 'q' | 'from';

/** A read of a list that may be searched; see `Statement.searches`. */
export const searchRead = <Row>(name: string, text: string, searches: SearchField = 'q'): Statement<Row> => ({
  name,
  text,
  searches,
});

/** A statement with the values it runs with. */
export interface BoundStatement<Row> {
  readonly statement: Statement<Row>;
  readonly values: readonly unknown[];
}

export const bind = <Row>(stmt: Statement<Row>, ...values: unknown[]): BoundStatement<Row> => ({
  statement: stmt,
  values,
});

export interface Queries {
  rows<Row>(query: BoundStatement<Row>): Promise<Row[]>;
}

export interface BatchedQueries extends Queries {
  /** Runs several statements in one round trip, one after another, and returns the rows of each. */
  batch<Rows extends readonly unknown[]>(
    queries: { [I in keyof Rows]: BoundStatement<Rows[I]> },
  ): Promise<{
    [I in keyof Rows]: Rows[I][];
  }>;
}

/**
 * One store's view of the database: every query sees only this store's rows. A batch is a separate
 * transaction.
 */
export interface StoreDatabase extends BatchedQueries {
  /** Must not call other systems inside: a slow one would hold our locks. */
  transaction<T>(work: (tx: BatchedQueries) => Promise<T>): Promise<T>;
}

/** The place that a sealed value belongs to; the value cannot be opened anywhere else. */
export interface SealContext {
  table: string;
  name: string;
}

/** A data key as it is stored: only the named master key opens it. */
export interface WrappedKey {
  wrapped: Buffer;
  masterKeyId: string;
}

/** Seals and opens synchronously with the store's data key, so it can be used inside a transaction. */
export interface OpenVault {
  seal(place: SealContext, plain: string): Buffer;
  /**
   * For long, repetitive text: sealed data can no longer be compressed, neither by PostgreSQL nor in its log.
   * Releases before 0.3.0 cannot open it.
   */
  sealDeflated(place: SealContext, plain: string): Buffer;
  open(place: SealContext, sealed: Buffer): string;
  /** A keyed hash for lookups: the same text in the same place always has the same value. */
  mac(place: SealContext, text: string): Buffer;
}

/** Unlocking may need a round trip for the data key, so do it before a transaction begins. */
export interface Vault {
  unlock(): Promise<OpenVault>;
}

export interface LiquidText {
  path: PropertyPath;
  text: string;
}

export interface LiquidProblem {
  path: PropertyPath;
  reason: Message;
}

/** Liquid is untrusted code: it is parsed in processes that can be killed. */
export interface LiquidChecker {
  check(storeId: string, texts: readonly LiquidText[]): Promise<LiquidProblem[]>;
}

/** The secrets and variables that one text uses, anywhere in it, even in branches that never run. */
export interface LiquidUse {
  path: PropertyPath;
  /** Names of secrets. */
  secrets: string[];
  /** Paths as written in Liquid: `variables.order.line_items[0].title`. */
  variables: string[];
}

export type LiquidUses = { uses: LiquidUse[] } | { problems: LiquidProblem[] };

/**
 * How values are escaped: `none`; `html`; `text` for the plain text of an email, where filters produce no
 * HTML, so that the same Liquid serves both parts; `json` inside strings; `json-if-begun` like `json` if the
 * text begins with a bracket; `json-string` for the content of one string that is escaped later; `url`
 * encodes them.
 */
export type LiquidEscape = 'none' | 'html' | 'text' | 'json' | 'json-if-begun' | 'json-string' | 'url';

/** How the value of a secret is escaped where it is inserted. */
export type SecretEncoding = 'none' | 'html' | 'json' | 'url';

export interface RenderJob {
  /** A text's own `escape` overrides the job's: subject and body of an email are one job. */
  texts: readonly (LiquidText & { escape?: LiquidEscape })[];
  /** The value of `variables` in the texts; at most 1 MB of JSON. */
  variables: JsonObject;
  /** Values of the used secrets by name; `null` shows each by its name, as in a preview. */
  secrets: Readonly<Record<string, string>> | null;
  escape: LiquidEscape;
  /** For money, dates and plurals; `en` when absent. */
  locale?: string;
  /**
   * Names besides `variables` that we fill in, such as `unsubscribe_link`; their HTML is not escaped again.
   */
  placeholders?: Readonly<Record<string, { html: string; text: string }>>;
}

export interface RenderedText {
  path: PropertyPath;
  /** Contains the values of secrets: only for the message itself. */
  wire: string;
  /** The text with `[secret:NAME]` in place of secrets: for history, previews and logs. */
  shown: string;
  /** Whether it was rendered as JSON. */
  isJson: boolean;
  /** Paths without a value that no condition tests and no default covers. */
  missing: string[];
  /** Names of the secrets that it contains. */
  secrets: string[];
}

/** `missing` combines those of all texts. */
export type RenderOutcome = { texts: RenderedText[]; missing: string[] } | { problems: LiquidProblem[] };

/** Liquid is untrusted code: it is rendered in processes that can be killed, and that never see a secret. */
export interface LiquidRenderer {
  /** Returns which secrets to fetch before rendering. */
  uses(storeId: string, texts: readonly LiquidText[]): Promise<LiquidUses>;
  render(storeId: string, job: RenderJob): Promise<RenderOutcome>;
}

/** A design with everything it refers to, so that compiling needs no other input. */
export interface DesignJob {
  design: JsonObject;
  /** The path of the design in the input, for problems: `bodyDesign`. */
  path: PropertyPath;
  /** Determines the text direction of the email, unless the design does. */
  locale: string;
  /** The inbox preview line, with Liquid. */
  previewText: string;
  /** URLs of the files in use, by key. */
  files: Readonly<Record<string, string>>;
  /** URL of the store's logo. */
  logoUrl: string | null;
  /** Blocks of the presets in use, by ID. */
  presets: Readonly<Record<string, unknown>>;
  /** The URL that our own images are served from. */
  assetsUrl: string;
}

/** The HTML of a text layout, written by its author. */
export interface BodyJob {
  body: string;
  /** Its path in the input, for problems: `body`. */
  path: PropertyPath;
  /** Determines the text direction of the email, unless the body is a complete document. */
  locale: string;
  /** The inbox preview line, with Liquid. */
  previewText: string;
}

/** A file to attach; `when` is Liquid that returns `yes` if the file is to be sent, or empty for always. */
export type CompiledAttachment = { filename: string; sendAsLink: boolean; when: string } & (
  | { fileKey: string }
  | { url: string }
);

/** `html` and `text` still contain Liquid, to be rendered with the escaping of the same name. */
export interface CompiledDesign {
  html: string;
  text: string;
  attachments: CompiledAttachment[];
  /** Messages for the author. */
  warnings: string[];
}

export type DesignOutcome = CompiledDesign | { problems: LiquidProblem[] };

/** Designs hold untrusted Liquid and HTML: they are compiled in processes that can be killed. */
export interface DesignCompiler {
  compile(storeId: string, job: DesignJob): Promise<DesignOutcome>;
  compileBody(storeId: string, job: BodyJob): Promise<DesignOutcome>;
}

/** One store's files, by key: each is written as a whole or not at all, and never changed. */
export interface FileStorage {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** `null` if there is none. The caller must read the stream to its end or destroy it. */
  read(key: string): Promise<NodeJS.ReadableStream | null>;
  /** Removing a missing file succeeds. */
  remove(key: string): Promise<void>;
  /** Removes all of the store's files. */
  clear(): Promise<void>;
}

/** The type of a file, detected from its bytes whatever its name, and the bytes to store. */
export interface ReadUpload {
  contentType: string;
  /** Without a dot. */
  extension: string;
  bytes: Uint8Array;
  /** The size of images in pixels. */
  size: { width: number; height: number } | null;
}

/** Uploads are untrusted, so they are read in processes that can be killed, and images are encoded again. */
export interface UploadReader {
  read(bytes: Uint8Array): Promise<ReadUpload | { reason: Message }>;
}

export type BudgetName = 'request' | 'execute' | 'lookup';

export interface BudgetState {
  limit: number;
  windowSeconds: number;
  remaining: number;
  /** When the oldest spent unit becomes available again. */
  resetsAt: Date;
}

export interface BudgetVerdict extends BudgetState {
  allowed: boolean;
}

export interface Budgets {
  /** Rejects with an `unavailable` `OperationError` when the budget cannot be checked and must not be guessed. */
  spend(budget: BudgetName, keyId: string): Promise<BudgetVerdict>;
  peek(budget: BudgetName, keyId: string): Promise<BudgetState>;
}

/** A sent response, to be replayed verbatim. */
export interface StoredAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export type IdempotencyStart =
  | { state: 'new' }
  | { state: 'under-way' }
  | { state: 'other-call' }
  | { state: 'answered'; answer: StoredAnswer };

/** The idempotent responses of one key. */
export interface IdempotentAnswers {
  /** The first fingerprint is stored; a response stored under any of them matches. */
  begin(idempotencyKey: string, fingerprints: readonly Buffer[]): Promise<IdempotencyStart>;
  finish(idempotencyKey: string, answer: StoredAnswer): Promise<void>;
  forget(idempotencyKey: string): Promise<void>;
}
