import type { HttpRequestRow } from './http-requests.schema.ts';

/** What leaves: the stored texts are masked already, so nothing is left to forget here. */
export function viewHttpRequest(row: HttpRequestRow) {
  const { sealed: _sealed, revision: _revision, ...shown } = row;
  return shown;
}
