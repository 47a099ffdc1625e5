import { z } from 'zod';
import { text } from './fields.ts';
import { namedSchemaOf, nameSchema } from './named-schema.ts';

const MAX_LIMIT = 100;

/**
 * spec: Resources and their fields, Conventions: `page`, `limit` and `q` of every list (contract: Lists 1; Fields 7).
 */
const pageInputOf = (defaultLimit: number) => ({
  page: z.int().min(1).default(1).describe('Page number, from 1.'),
  limit: z
    .int()
    .min(1)
    .default(defaultLimit)
    .transform((value) => Math.min(value, MAX_LIMIT))
    .describe('Items per page, at most 100; a larger number counts as 100.'),
});
export const pageInput = pageInputOf(25);

/** For a list whose first page contains all items, unless the caller requests fewer (contract: Lists 5). */
export const wholePageInput = pageInputOf(MAX_LIMIT);

export const searchInput = (fields: string) => ({
  q: text(500).optional().describe(`Text to find anywhere in ${fields}; case does not matter.`),
});

/** A field name for ascending order, or with a leading `-` for descending order. */
export type Sort<Field extends string> = Field | `-${Field}`;

/**
 * The sort options of a list; `usual` is the default. Equal values are ordered by ID, so that pages are
 * stable (contract: Lists 2).
 */
export function sortInput<const Field extends string>(fields: readonly Field[], usual: Sort<NoInfer<Field>>) {
  const sorts = fields.flatMap((field): Sort<Field>[] => [field, `-${field}`]);
  return {
    sort: z
      .enum(sorts)
      .default(usual as never)
      .describe(`Sort order; a leading \`-\` sorts in descending order. Default: \`${usual}\`.`),
  };
}

export interface PageRequest {
  page: number;
  limit: number;
}

export interface Page<T> extends PageRequest {
  items: T[];
  total: number;
  pages: number;
}

export function pageOf<S extends z.ZodType>(item: S) {
  const page = z.object({
    items: z.array(item),
    page: z.int(),
    limit: z.int(),
    total: z.int().describe('Exact number of items on all pages.'),
    pages: z.int(),
  });
  const known = namedSchemaOf(item);
  return known ? nameSchema(`${known.name}Page`, page) : page;
}

export const offsetOf = ({ page, limit }: PageRequest) => (page - 1) * limit;

export function toPage<T>({ page, limit }: PageRequest, items: T[], total: number): Page<T> {
  return { items, page, limit, total, pages: Math.ceil(total / limit) };
}

type Parameter = `$${number}`;

/**
 * SQL: whether a lower-case column contains the text of a parameter. Compares bytes, which gives the same
 * result in UTF-8: each step is one `memcmp`, whereas LIKE and `strpos` on text go character by character, so
 * that the cost of a text and a search designed for it (`aaa…` and `aaa…ab`) is their product.
 */
export const lowerCaseContains = (parameter: Parameter, column: string) =>
  `position((select convert_to(lower(${parameter}::text), 'UTF8')) in convert_to(${column}, 'UTF8')) > 0`;

/**
 * SQL: whether one of the columns contains the text of a parameter, ignoring case; always true if the
 * parameter is null (contract: Lists 3).
 */
export const containsText = (parameter: Parameter, ...columns: readonly string[]) =>
  `(${parameter}::text is null or ${columns.map((column) => lowerCaseContains(parameter, `lower(${column})`)).join(' or ')})`;

/** Whether one of the texts contains `q`, with the same result as a search in the database. */
export function isFound(q: string | undefined, texts: readonly string[]): boolean {
  const wanted = q?.toLowerCase();
  return wanted === undefined || texts.some((each) => each.toLowerCase().includes(wanted));
}

/** A page of a list that is short enough to be read as a whole (contract: Lists 5). */
export const pageOfArray = <T>(request: PageRequest, items: readonly T[]): Page<T> =>
  toPage(request, items.slice(offsetOf(request), offsetOf(request) + request.limit), items.length);

/** A list that is always short, in the same envelope. */
export const singlePage = <T>(items: T[]): Page<T> => ({
  items,
  page: 1,
  limit: Math.max(items.length, 1),
  total: items.length,
  pages: items.length === 0 ? 0 : 1,
});
