import { Checkbox, Code, Group, SegmentedControl, Stack, Tabs, Text } from '@mantine/core';
import { type Level, levels } from 'outstep/kernel/access-levels.ts';
import { useState } from 'react';
import { CodeBlock } from '../../parts/copy.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { toolsFor } from './tools.ts';

/** Where a snippet is pasted; each client has its own format. */
const clients = ['curl', 'claudeCode', 'claudeDesktop', 'cursor', 'vsCode'] as const;
type SnippetClient = (typeof clients)[number];

/** Placeholder for the key while none is shown. */
const NO_KEY = 'YOUR_KEY';

interface SnippetOptions {
  origin: string;
  key: string | null;
  /** Whether to include the layout tools besides the default ones. */
  layouts: boolean;
}

const json = (value: unknown) => JSON.stringify(value, null, 2);

function snippetFor(client: SnippetClient, { origin, key, layouts }: SnippetOptions): string {
  const bearer = `Bearer ${key ?? NO_KEY}`;
  const url = `${origin}/api/mcp${layouts ? '?toolsets=default,layouts' : ''}`;
  const headers = { Authorization: bearer };
  switch (client) {
    case 'curl':
      return `curl -s ${origin}/api/v1/me \\\n  -H "Authorization: ${bearer}"`;
    case 'claudeCode':
      return `claude mcp add --transport http outstep "${url}" \\\n  --header "Authorization: ${bearer}"`;
    case 'claudeDesktop': {
      // It can only start programs, so a small one forwards the calls. A space would split the argument.
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

/** Snippets ready to paste. They contain the key only while a new one is shown. */
export function Snippets({ apiKey = null, level }: { apiKey?: string | null; level?: Level }) {
  const { developer } = useTexts();
  const [client, setClient] = useState<SnippetClient>('curl');
  const [layouts, setLayouts] = useState(false);
  const text = snippetFor(client, { origin: window.location.origin, key: apiKey, layouts });
  return (
    <Tabs value={client} onChange={(value) => setClient(value as SnippetClient)} keepMounted={false}>
      <Tabs.List aria-label={developer.snippets}>
        {clients.map((each) => (
          <Tabs.Tab key={each} value={each}>
            {developer.clients[each]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {clients.map((each) => (
        <Tabs.Panel key={each} value={each} pt="md">
          <Stack gap="sm">
            <Text size="sm">{developer.clientHints[each]}</Text>
            <CodeBlock text={text} label={developer.snippetFor(developer.clients[each])} />
            {each !== 'curl' && (
              <>
                <Checkbox
                  label={developer.withLayouts}
                  description={developer.withLayoutsHint}
                  checked={layouts}
                  onChange={({ currentTarget }) => setLayouts(currentTarget.checked)}
                />
                <Tools chosen={level} layouts={layouts} />
              </>
            )}
          </Stack>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

/** The tools an assistant gets; where the key isn't known, by the level it would be given. */
function Tools({ chosen, layouts }: { chosen: Level | undefined; layouts: boolean }) {
  const { developer } = useTexts();
  const [looked, setLooked] = useState<Level>('read');
  const level = chosen ?? looked;
  const names = toolsFor(level, layouts ? ['default', 'layouts'] : ['default']);
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Text size="sm" role="status">
          {developer.toolsOf(names.length, developer.levels[level])}
        </Text>
        {!chosen && (
          <SegmentedControl
            size="xs"
            aria-label={developer.level}
            value={looked}
            onChange={(value) => setLooked(value as Level)}
            data={levels.map((value) => ({ value, label: developer.levels[value] }))}
          />
        )}
      </Group>
      <Group component="ul" aria-label={developer.tools} gap={6} p={0} m={0} style={{ listStyle: 'none' }}>
        {names.map((name) => (
          <li key={name}>
            <Code>{name}</Code>
          </li>
        ))}
      </Group>
    </Stack>
  );
}
