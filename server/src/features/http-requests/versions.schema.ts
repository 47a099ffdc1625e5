import { nameSchema } from '../../kernel/named-schema.ts';
import { authorNameOrEmpty, keptVersionOf, versionSummaryOf } from '../documents/versions.schema.ts';
import { httpRequest } from './http-requests.schema.ts';

export const requestVersionSummary = versionSummaryOf(
  ['api', 'app', 'mcp', 'restore'],
  { types: ['key', 'user'], name: authorNameOrEmpty },
  { method: httpRequest.shape.method, url: httpRequest.shape.url },
);
nameSchema('HttpRequestVersionSummary', requestVersionSummary);
export const keptRequestVersion = keptVersionOf(requestVersionSummary);
nameSchema('KeptHttpRequestVersion', keptRequestVersion);

/** The content of a request version. */
const requestSnapshot = httpRequest.omit({ id: true, createdAt: true, updatedAt: true, warnings: true });
nameSchema('HttpRequestSnapshot', requestSnapshot);

export const requestVersion = requestVersionSummary.extend({
  request: requestSnapshot.describe('As it was, with literal credentials masked.'),
});
nameSchema('HttpRequestVersion', requestVersion);
