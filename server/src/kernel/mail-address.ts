export const MAX_ADDRESS = 254;
const MAX_LOCAL_PART = 64;

const LABEL = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?';
const HOSTNAME = new RegExp(`^${LABEL}(?:\\.${LABEL})*$`, 'i');
const ATOM = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LOCAL_PART = new RegExp(`^${ATOM}(?:\\.${ATOM})*$`, 'i');
/** With digits at the end it is an IPv4 address or invalid. */
const NUMERIC_END = /(?:^|\.)\d+$/;

export const isHostname = (value: string) => HOSTNAME.test(value) && !NUMERIC_END.test(value);

/** Nothing that could end a header line or name a second recipient, so no quoted and no display forms either. */
export function isAddress(value: string): boolean {
  if (value.length > MAX_ADDRESS) return false;
  const [local = '', domain = '', ...more] = value.split('@');
  return more.length === 0 && local.length <= MAX_LOCAL_PART && LOCAL_PART.test(local) && isHostname(domain);
}

/** What stands behind the last `@`. */
export const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1);
