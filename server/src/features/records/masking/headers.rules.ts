import { isCredentialHeader } from './credential-names.rules.ts';
import { memoizeByName } from './memoize.rules.ts';
import type { MaskedTextKind } from './structure.rules.ts';

/** A header's name decides how its value is read. */
export const headerKind = memoizeByName((name): MaskedTextKind => {
  const lower = name.trim().toLowerCase();
  if (lower === 'authorization' || lower === 'proxy-authorization') return 'authorization';
  if (lower === 'cookie' || lower === 'set-cookie') return 'cookie';
  return isCredentialHeader(name) ? 'credential' : 'free';
});

/**
 * Common request and response headers. Their names are not sensitive, even if someone is called Host or Via.
 */
const USUAL = new Set(
  `accept accept-encoding accept-language accept-ranges access-control-allow-origin age allow alt-svc authorization
  cache-control connection content-disposition content-encoding content-language content-length content-location
  content-range content-security-policy content-type cookie date etag expires host keep-alive last-modified link
  location origin pragma proxy-authorization referer referrer-policy retry-after server set-cookie
  strict-transport-security trailer transfer-encoding upgrade user-agent vary via warning www-authenticate x-api-key
  x-content-type-options x-frame-options x-powered-by x-request-id x-xss-protection`.split(/\s+/),
);

export const isCommonHeader = (name: string): boolean => USUAL.has(name.toLowerCase());
