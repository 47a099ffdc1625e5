import { Progress, SimpleGrid, Stack, Text } from '@mantine/core';
import { Section } from '../../parts/section.tsx';
import { useFormats } from '../../texts/formats.ts';
import { useTexts } from '../../texts/texts.tsx';
import { type LimitUse, useLimits } from './queries.ts';

const MEGABYTE = 1024 * 1024;

/** The store's usage and limits; only the operator can change them. */
export function LimitsSection() {
  const { settings } = useTexts();
  const { data } = useLimits();
  return (
    <Section title={settings.limits} hint={settings.limitsHint}>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
        {data?.items.map((limit) => (
          <Limit key={limit.name} {...limit} />
        ))}
      </SimpleGrid>
    </Section>
  );
}

function Limit({ name, used, allowed }: LimitUse) {
  const { settings } = useTexts();
  const { number } = useFormats();
  const shown = (value: number) => number(name === 'file-bytes' ? Math.floor(value / MEGABYTE) : value);
  const text =
    allowed === null ? settings.usedOnly(shown(used)) : settings.usedOf(shown(used), shown(allowed));
  const isFull = allowed !== null && used >= allowed;
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        {settings.limitNames[name]}
      </Text>
      {allowed !== null && (
        <Progress
          value={isFull ? 100 : Math.round((used / allowed) * 100)}
          color={isFull ? 'red' : 'pine'}
          aria-label={`${settings.limitNames[name]}: ${text}`}
        />
      )}
      <Text size="sm" c={isFull ? 'red.9' : 'dimmed'}>
        {text}
      </Text>
    </Stack>
  );
}
