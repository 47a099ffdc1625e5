/** A verb of the `outstep` command. */
export interface CliCommand {
  words: readonly [string, string];
  /**
   * The input member read from standard input, so that it is in no process list and no shell history.
   * If it may be absent it is read only when `--<member>-stdin` is given.
   */
  stdin?: string;
  /** The positional input member: a file by its path, whole or as a stream, or one or more texts. */
  rest?: { member: string; shown: string } & (
    | { as: 'file'; maxBytes: number }
    | { as: 'stream' }
    | { as: 'texts' }
  );
  /** The output member that is a table of any length: an async iterable of rows, shown one by one as they come. */
  table?: { member: string; columns: readonly string[]; format: 'csv' | 'json-lines' };
  /** Which store the command works on when there is no `--store`. */
  store: 'flag' | 'new' | 'of-key' | 'none';
}
