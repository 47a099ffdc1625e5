import type { HttpRequestRow } from './http-requests.schema.ts';

/** Stored texts are masked already, so masking cannot be forgotten here. */
export function viewHttpRequest(row: HttpRequestRow) {
  const { sealed: _sealed, revision: _revision, ...shown } = row;
  return shown;
}
