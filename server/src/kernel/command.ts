/** A verb of the `outstep` command. */
export interface CliCommand {
  words: readonly [string, string];
  /**
   * The input field that is read from standard input, so that it appears in no process list and no shell
   * history. If it is optional, it is read only if `--<member>-stdin` is given.
   */
  stdin?: string;
  /** The field for positional arguments: a file by its path, whole or as a stream, or one or more strings. */
  rest?: { member: string; shown: string } & (
    | { as: 'file'; maxBytes: number }
    | { as: 'stream' }
    | { as: 'texts' }
  );
  /** The output field that is a table of any length: an async iterable of rows, printed as they arrive. */
  table?: { member: string; columns: readonly string[]; format: 'csv' | 'json-lines' };
  /** The store that the command works on if there is no `--store`. */
  store: 'flag' | 'new' | 'of-key' | 'none';
}
