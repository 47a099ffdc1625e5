import { requiredText, schemaMessage } from './fields.ts';

export const MAX_ADDRESS = 254;
const MAX_LOCAL_PART = 64;

const LABEL = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?';
const HOSTNAME = new RegExp(`^${LABEL}(?:\\.${LABEL})*$`, 'i');
const ATOM = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LOCAL_PART = new RegExp(`^${ATOM}(?:\\.${ATOM})*$`, 'i');
/** A host that ends in digits is an IPv4 address or invalid. */
const NUMERIC_END = /(?:^|\.)\d+$/;

export const isHostname = (value: string) => HOSTNAME.test(value) && !NUMERIC_END.test(value);

/**
 * Allows no characters that could end a header line or name a second recipient, and therefore no quoted or
 * display forms.
 */
export function isMailAddress(value: string): boolean {
  if (value.length > MAX_ADDRESS) return false;
  const [local = '', domain = '', ...more] = value.split('@');
  return more.length === 0 && local.length <= MAX_LOCAL_PART && LOCAL_PART.test(local) && isHostname(domain);
}

/** The part after the last `@`. */
export const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1);

/** Only letters and the like, because the conversion would silently drop anything else. */
const NATIVE_DOMAIN = /^(?=.*[^ -~])[\p{L}\p{M}\p{N}.-]+$/u;

/** A domain in ASCII: an international one is converted (`xn--bcher-kva.example`), any other is unchanged. */
export const asciiDomain = (domain: string) =>
  NATIVE_DOMAIN.test(domain) ? (URL.parse(`http://${domain}`)?.hostname ?? '') : domain;

const parts = (address: string) => {
  const at = address.lastIndexOf('@');
  return { local: address.slice(0, at), domain: address.slice(at + 1) };
};

/**
 * Normalizes an address for envelopes, headers and comparisons: without surrounding whitespace, with an
 * international domain in ASCII (`anna@xn--bcher-kva.example`). `null` if it is not a single plain address.
 */
export function normalizeMailAddress(given: string): string | null {
  const address = given.trim();
  const { local, domain } = parts(address);
  const plain = `${local}@${asciiDomain(domain)}`;
  return address.includes('@') && isMailAddress(plain) ? plain : null;
}

const FOREIGN_LOCAL = /^(?=[^@]*[^ -~])[\p{L}\p{M}\p{N}._+-]+@/u;

/**
 * Few servers accept letters such as ü before the @, and whether an email arrives must not depend on the next
 * server.
 */
const hasForeignLocal = (address: string) =>
  FOREIGN_LOCAL.test(address.trim()) && normalizeMailAddress(`x@${domainOf(address)}`) !== null;

/**
 * The schema of one email address, normalized by `normalizeMailAddress`. A blank one is only reported as
 * `required` (contract: Fields 9).
 */
export const mailAddress = (example: string) =>
  requiredText(MAX_ADDRESS)
    .transform((value) => normalizeMailAddress(value) ?? value)
    .refine((value) => value.trim() === '' || normalizeMailAddress(value) !== null, {
      error: ({ input }) =>
        hasForeignLocal(String(input))
          ? schemaMessage('local_part_not_ascii')
          : schemaMessage('must_be_email_address', { example }),
    });
