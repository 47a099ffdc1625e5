import type { z } from 'zod';
import type { Json } from '../../kernel/json.ts';
import type { DocumentKind } from '../documents/document-kind.ts';
import { versionsOf } from '../documents/version-operations.ts';
import { changedFields, comparable, type PlainRequest } from './http-requests.rules.ts';
import type { HttpRequestContent, HttpRequestRow } from './http-requests.schema.ts';
import { findHttpRequest } from './http-requests.store.ts';
import { unsealRequest } from './save-http-request.ts';
import type { requestVersionSummary } from './versions.schema.ts';
import { requestVersions } from './versions.store.ts';

/** Versions are compared with their credentials and shown without them. */
export const requestKind: DocumentKind<
  HttpRequestRow,
  z.output<typeof requestVersionSummary>,
  HttpRequestContent,
  PlainRequest
> = {
  noun: 'HTTP request',
  versions: requestVersions,
  find: findHttpRequest,
  revisionOf: ({ revision }) => revision,
  current: async (_db, row) => row,
  async reader({ vault }) {
    const open = await vault.unlock();
    return (id, kept) => unsealRequest(open, { id, ...kept });
  },
  comparable,
  shown: (kept) => kept as unknown as Json,
  changedMembers: changedFields,
};

export const versionsOfRequest = versionsOf(requestKind);

/** The request that the path names, or 404. */
export const requireHttpRequest = versionsOfRequest.requireDocument;
