import type { PropertyPath } from './fields.ts';
import type { JsonObject } from './json.ts';
import type { Message } from './messages/message.ts';

/**
 * The ports of operations. Adapters in `adapters/` implement them;
 * operations never import an adapter.
 */

/** A statement written once, with a name so that the server may keep its plan; it does not without one. */
export interface Statement<Row> {
  readonly name: string;
  readonly text: string;
  /** Finds a few rows by key and waits for no lock, so it may share a connection with others. */
  readonly brief?: boolean;
  /** Changes a few rows by key, so it may share a transaction with the same statement of other stores. */
  readonly shared?: boolean;
  /**
   * Its first parameter is what somebody searches for, or null: where finding it takes too long, this field of the
   * input is refused.
   */
  readonly searches?: SearchField;
  /** Never set: carries the row's type. */
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

/** Where a search begins that may take too long: with a text, or with the first moment of a period. */
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
  /** Several statements in one round trip, one after the other, and the rows of each. */
  batch<Rows extends readonly unknown[]>(
    queries: { [I in keyof Rows]: BoundStatement<Rows[I]> },
  ): Promise<{
    [I in keyof Rows]: Rows[I][];
  }>;
}

/**
 * One store's view of the database: whatever is asked, only this store's rows exist. A batch is a transaction of its
 * own.
 */
export interface StoreDatabase extends BatchedQueries {
  /** Nothing inside may call another system: a slow one would hold our locks. */
  transaction<T>(work: (tx: BatchedQueries) => Promise<T>): Promise<T>;
}

/** What a sealed value belongs to; a value moved elsewhere does not open. */
export interface SealContext {
  table: string;
  name: string;
}

/** A data key as it is stored: opened only by the master key that it names. */
export interface WrappedKey {
  wrapped: Buffer;
  masterKeyId: string;
}

/** Seals and opens synchronously with the store's data key, so it can be used inside a transaction. */
export interface OpenVault {
  seal(place: SealContext, plain: string): Buffer;
  /**
   * For long texts that repeat themselves: what is sealed cannot be compressed any more, by PostgreSQL or in its log.
   * Releases before 0.3.0 cannot open it.
   */
  sealDeflated(place: SealContext, plain: string): Buffer;
  open(place: SealContext, sealed: Buffer): string;
  /** A keyed hash: the same text in the same place gives the same value, by which it can be found. */
  mac(place: SealContext, text: string): Buffer;
}

/** Opening it may cost a round trip for the data key, so do it before a transaction begins. */
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

/** What one text needs from outside, wherever in it and whether or not it is reached. */
export interface LiquidUse {
  path: PropertyPath;
  /** Names of secrets. */
  secrets: string[];
  /** Paths as one writes them: `variables.order.line_items[0].title`. */
  variables: string[];
}

export type LiquidUses = { uses: LiquidUse[] } | { problems: LiquidProblem[] };

/**
 * How values are written: unchanged, escaped for HTML, or as the plain text of an email, where filters that make HTML
 * make none, so that the same Liquid serves both parts of an email. In JSON they are escaped inside strings, in all
 * JSON or where the author's text begins with a bracket; `json-string` is the content of one string that is escaped
 * later; in a url they are encoded.
 */
export type LiquidEscape = 'none' | 'html' | 'text' | 'json' | 'json-if-begun' | 'json-string' | 'url';

/** How the value of a secret is written where it stands. */
export type SecretEncoding = 'none' | 'html' | 'json' | 'url';

export interface RenderJob {
  /** A text's own `escape` overrides the job's: subject and body of an email are one job. */
  texts: readonly (LiquidText & { escape?: LiquidEscape })[];
  /** The value of `variables` in the texts; at most 1 MB of JSON. */
  variables: JsonObject;
  /** Values by name, of the secrets in use; `null` shows each by its name, as a preview does. */
  secrets: Readonly<Record<string, string>> | null;
  escape: LiquidEscape;
  /** For money, dates and plurals; `en` when absent. */
  locale?: string;
  /** Names beside `variables` that we fill ourselves, such as `unsubscribe_link`; the HTML is not escaped again. */
  placeholders?: Readonly<Record<string, { html: string; text: string }>>;
}

export interface RenderedText {
  path: PropertyPath;
  /** With the values of secrets: only for the message itself. */
  wire: string;
  /** The text with `[secret:NAME]` in place of secrets: for history, previews and logs. */
  shown: string;
  /** Whether it was written as JSON. */
  isJson: boolean;
  /** Paths without a value that no condition tests and no default covers. */
  missing: string[];
  /** The names of the secrets that were written into it. */
  secrets: string[];
}

/** `missing`: those of all texts. */
export type RenderOutcome = { texts: RenderedText[]; missing: string[] } | { problems: LiquidProblem[] };

/** Liquid is untrusted code: it is rendered in processes that can be killed, and that never see a secret. */
export interface LiquidRenderer {
  /** Tells which secrets to fetch before rendering. */
  uses(storeId: string, texts: readonly LiquidText[]): Promise<LiquidUses>;
  render(storeId: string, job: RenderJob): Promise<RenderOutcome>;
}

/** A design with all that it refers to, so that compiling needs nothing from outside. */
export interface DesignJob {
  design: JsonObject;
  /** Where the design stands in the input, for problems: `bodyDesign`. */
  path: PropertyPath;
  /** Decides, unless the design does, in which direction the email is written. */
  locale: string;
  /** The inbox preview line, with Liquid. */
  previewText: string;
  /** Addresses of the files in use, by key. */
  files: Readonly<Record<string, string>>;
  /** Address of the store's logo. */
  logoUrl: string | null;
  /** Blocks of the presets in use, by id. */
  presets: Readonly<Record<string, unknown>>;
  /** Where our own pictures are served. */
  assetsUrl: string;
}

/** The HTML of a text layout, written by its author. */
export interface BodyJob {
  body: string;
  /** Where it stands in the input, for problems: `body`. */
  path: PropertyPath;
  /** Decides in which direction the email is written, unless the body is a document of its own. */
  locale: string;
  /** The inbox preview line, with Liquid. */
  previewText: string;
}

/** A file to send along; `when` is Liquid that gives `yes` if it is to be sent, empty for always. */
export type CompiledAttachment = { filename: string; sendAsLink: boolean; when: string } & (
  | { fileKey: string }
  | { url: string }
);

/** `html` and `text` are still Liquid, to be rendered with the escaping of their names. */
export interface CompiledDesign {
  html: string;
  text: string;
  attachments: CompiledAttachment[];
  /** Sentences for the author. */
  warnings: string[];
}

export type DesignOutcome = CompiledDesign | { problems: LiquidProblem[] };

/** Designs hold untrusted Liquid and HTML: they are compiled in processes that can be killed. */
export interface DesignCompiler {
  compile(storeId: string, job: DesignJob): Promise<DesignOutcome>;
  compileBody(storeId: string, job: BodyJob): Promise<DesignOutcome>;
}

/** One store's files, by key: written whole or not at all, and never changed. */
export interface FileStorage {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** `null` when there is none. Whoever takes the stream reads it to its end or destroys it. */
  read(key: string): Promise<NodeJS.ReadableStream | null>;
  /** Removing a missing file succeeds. */
  remove(key: string): Promise<void>;
  /** Removes all of the store's files. */
  clear(): Promise<void>;
}

/** The type of a file by its bytes, whatever its name, and the bytes to keep. */
export interface ReadUpload {
  contentType: string;
  /** Without a dot. */
  extension: string;
  bytes: Uint8Array;
  /** The size of pictures in pixels. */
  size: { width: number; height: number } | null;
}

/** Uploads are hostile: they are read in processes that can be killed, and pictures are encoded again. */
export interface UploadReader {
  read(bytes: Uint8Array): Promise<ReadUpload | { reason: Message }>;
}

export type BudgetName = 'request' | 'execute' | 'lookup';

export interface BudgetState {
  limit: number;
  windowSeconds: number;
  remaining: number;
  /** When the oldest spent unit comes back. */
  resetsAt: Date;
}

export interface BudgetVerdict extends BudgetState {
  allowed: boolean;
}

export interface Budgets {
  /** Rejects with an `unavailable` refusal when the budget cannot be counted and must not be guessed. */
  spend(budget: BudgetName, keyId: string): Promise<BudgetVerdict>;
  peek(budget: BudgetName, keyId: string): Promise<BudgetState>;
}

/** A sent answer, to be replayed word for word. */
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

/** One key's idempotent answers. */
export interface IdempotentAnswers {
  /** The first fingerprint is stored; an answer stored under any of them is the answer. */
  begin(idempotencyKey: string, fingerprints: readonly Buffer[]): Promise<IdempotencyStart>;
  finish(idempotencyKey: string, answer: StoredAnswer): Promise<void>;
  forget(idempotencyKey: string): Promise<void>;
}
