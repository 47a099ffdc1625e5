import { bind, type Queries, statement } from '../../../kernel/ports.ts';

/**
 * Adds words to executions; `rows` provides store, execution and words. Used inside the statements that
 * record an execution, so that a step needs no extra statement.
 */
export const insertWordsStatement = (rows: string) =>
  `insert into execution_words (store_id, execution_id, words)
   select * from (${rows}) w (store_id, execution_id, words) where cardinality(w.words) > 0
   on conflict (store_id, execution_id) do update
     set words = array(select distinct unnest(execution_words.words || excluded.words))`;

const eraseAll = statement('execution_words_erase_all', 'delete from execution_words');
const erase = statement('execution_words_erase', 'delete from execution_words where execution_id = any($1)');

/** Makes these executions unsearchable by words; all of the store if `null`. */
export const eraseWords = (db: Queries, executionIds: readonly string[] | null) =>
  db.rows(executionIds === null ? bind(eraseAll) : bind(erase, executionIds));
