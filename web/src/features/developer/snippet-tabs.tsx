import { Checkbox, Code, Group, SegmentedControl, Stack, Tabs, Text } from '@mantine/core';
import { useState } from 'react';
import { type Level, levels } from '../../../../server/src/kernel/access-levels.ts';
import { CodeBlock } from '../../parts/copy.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { type Client, clients, snippetFor } from './snippets.ts';
import { toolsFor } from './tools.ts';

/** Ready to paste. With the key in it only while a new key is shown. */
export function Snippets({ apiKey = null, level }: { apiKey?: string | null; level?: Level }) {
  const { developer } = useTexts();
  const [client, setClient] = useState<Client>('curl');
  const [layouts, setLayouts] = useState(false);
  const text = snippetFor(client, { origin: window.location.origin, key: apiKey, layouts });
  return (
    <Tabs value={client} onChange={(value) => setClient(value as Client)} keepMounted={false}>
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

/** Which tools an assistant gets; where the key is not known, by the level one would give it. */
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
