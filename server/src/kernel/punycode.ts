import { domainToUnicode } from 'node:url';

/** Checked first: `domainToUnicode` reads a whole host, and would cut `xn--a/b` or decode `xn--a%2e`. */
const PUNYCODE = /^xn--[a-z0-9-]+$/;

/**
 * An ASCII domain as people read it. Converted label by label: a label that is not valid Punycode is kept as
 * it is.
 */
export const readableDomain = (domain: string) =>
  domain
    .split('.')
    .map((label) => (PUNYCODE.test(label) ? domainToUnicode(label) || label : label))
    .join('.');
