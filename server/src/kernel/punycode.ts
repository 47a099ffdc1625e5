import { domainToUnicode } from 'node:url';

/** Checked first: `domainToUnicode` reads a whole host, and would cut `xn--a/b` or decode `xn--a%2e`. */
const PUNYCODE = /^xn--[a-z0-9-]+$/;

/** A domain in ASCII as people read it. Label by label: one that is no valid Punycode stays as it is, beside others. */
export const readableDomain = (domain: string) =>
  domain
    .split('.')
    .map((label) => (PUNYCODE.test(label) ? domainToUnicode(label) || label : label))
    .join('.');
