import { authorityOf } from '../../../kernel/url-authority.ts';

const SECRET = /\[secret:([\w-]+)\]/;

/**
 * The host and port that contain a secret, each as a value of that secret. The URL parser ends a host at the
 * first slash of the value and rewrites numbers as IP addresses, so an error that names the host would reveal
 * what a search for the whole value does not find. `shown` is the same URL with names in place of secrets.
 */
export function secretHostsOf(wire: string, shown: string): [name: string, value: string][] {
  const authority = authorityOf(shown);
  const name = SECRET.exec(authority)?.[1];
  const url = URL.parse(wire.trim());
  if (name === undefined || !url) return [];
  const typed = authority.slice(authority.lastIndexOf('@') + 1).split('[secret:', 1)[0] ?? '';
  const own = URL.parse(`http://${typed}`);
  const typedPort = /\]:0*(\d+)$/.exec(authority)?.[1];
  return [
    { part: url.hostname, isTyped: url.hostname === own?.hostname },
    { part: url.port, isTyped: url.port === own?.port || url.port === typedPort },
  ].flatMap(({ part, isTyped }) =>
    part === '' || isTyped ? [] : [[name, part.replace(/^\[|\]$/g, '').replace(/\.$/, '')]],
  );
}
