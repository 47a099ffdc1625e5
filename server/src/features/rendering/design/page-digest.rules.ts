import { isPlainObject } from '../../../kernel/plain-object.ts';
import type { DesignJob } from '../../../kernel/ports.ts';

/** Digests of the compiler's input and output: equal inputs must give equal outputs. */
export interface PageDigest {
  job: string;
  page: string;
}

/**
 * A non-cryptographic digest, because browsers have no cryptography on plain HTTP. Security does not depend
 * on it.
 */
export function digestOfText(text: string): string {
  let [one, two] = [0x811c9dc5, 0x2545f491];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    one = Math.imul(one ^ unit, 0x01000193);
    two = Math.imul(two + unit, 0x5bd1e995);
    two ^= two >>> 15;
  }
  return [one, two].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}

/** Sorts members, because a database or an editor may reorder those of a design. */
const inOrder = (_name: string, value: unknown) =>
  isPlainObject(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

const digestOfJob = ({ design, locale, previewText, files, logoUrl, presets, assetsUrl }: DesignJob) =>
  digestOfText(JSON.stringify([design, locale, previewText, files, logoUrl, presets, assetsUrl], inOrder));

/** `html` is the page without marks, before its Liquid is rendered. */
export const pageDigest = (job: DesignJob, html: string): PageDigest => ({
  job: digestOfJob(job),
  page: digestOfText(html),
});

/**
 * Whether the page compiled here differs from the server's page of the same job. `html` returns `null` if it
 * could not be compiled here. Returns `false` for other jobs.
 */
export const isOtherPage = (saved: PageDigest, job: DesignJob, html: () => string | null): boolean => {
  if (digestOfJob(job) !== saved.job) return false;
  const own = html();
  return own === null || digestOfText(own) !== saved.page;
};
