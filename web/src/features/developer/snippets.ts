/** Where a snippet is pasted; each program has a form of its own. */
export const clients = ['curl', 'claudeCode', 'claudeDesktop', 'cursor', 'vsCode'] as const;
export type Client = (typeof clients)[number];

/** The placeholder where the key belongs while no key is on screen. */
const NO_KEY = 'YOUR_KEY';

interface Connecting {
  origin: string;
  key: string | null;
  /** Whether the tools for layouts are wanted beside the default ones. */
  layouts: boolean;
}

const json = (value: unknown) => JSON.stringify(value, null, 2);

export function snippetFor(client: Client, { origin, key, layouts }: Connecting): string {
  const bearer = `Bearer ${key ?? NO_KEY}`;
  const url = `${origin}/api/mcp${layouts ? '?toolsets=default,layouts' : ''}`;
  const headers = { Authorization: bearer };
  switch (client) {
    case 'curl':
      return `curl -s ${origin}/api/v1/me \\\n  -H "Authorization: ${bearer}"`;
    case 'claudeCode':
      return `claude mcp add --transport http outstep "${url}" \\\n  --header "Authorization: ${bearer}"`;
    case 'claudeDesktop': {
      // It starts programs only, so a small one carries the calls. A blank among the arguments would divide them.
      const args = ['-y', 'mcp-remote', url, '--header', `Authorization:\${OUTSTEP_AUTHORIZATION}`];
      const env = { OUTSTEP_AUTHORIZATION: bearer };
      return json({ mcpServers: { outstep: { command: 'npx', args, env } } });
    }
    case 'cursor':
      return json({ mcpServers: { outstep: { url, headers } } });
    case 'vsCode':
      return json({ servers: { outstep: { type: 'http', url, headers } } });
  }
}
