import { authorityOf } from '../../../kernel/url-authority.ts';

const SECRET = /\[secret:([\w-]+)\]/;

/**
 * The host and port that a secret is part of, each as a value of that secret. The parser ends a host at the first slash
 * of the value and rewrites numbers as addresses, so an error that names the host would show what no search for the
 * whole value finds. `shown` is the same address with secrets by their names.
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
