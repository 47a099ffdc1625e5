import { Select, Skeleton, Stack, Tabs, Text } from '@mantine/core';
import { useState } from 'react';
import { useStore } from '../../api/session.ts';
import { CodeBlock } from '../../parts/copy.tsx';
import { Failure } from '../../parts/failure.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { useSampleLayout, useSampleLayouts } from './queries.ts';
import {
  NO_LAYOUT,
  NO_SECRET,
  type SampleLanguage,
  sampleIn,
  sampleLanguages,
  sampleVariables,
} from './step-samples.ts';

/**
 * A call that sends one of this store's emails, to copy and run. It contains the secret only while a new one
 * is shown.
 */
export function StepSamples({ secret = null }: { secret?: string | null }) {
  const { developer } = useTexts();
  const [chosen, setChosen] = useState<string | null>(null);
  const layouts = useSampleLayouts();
  const items = layouts.data?.items ?? [];
  const layoutId = chosen ?? items[0]?.id ?? null;
  const layout = useSampleLayout(layoutId);
  if (layouts.isError) return <Failure error={layouts.error} retry={layouts.refetch} />;
  if (layouts.isPending || (layoutId !== null && layout.isPending)) return <Skeleton height={320} />;
  const { bodyDesign, requiredVariables = [] } = layout.data ?? {};
  const hints = [
    developer.sampleHint,
    ...(secret === null ? [developer.samplePutSecret(NO_SECRET)] : []),
    ...(layoutId === null ? [developer.samplePutLayout(NO_LAYOUT)] : []),
  ];
  return (
    <Stack gap="sm">
      <Text size="sm">{hints.join(' ')}</Text>
      {items.length > 1 && (
        <Select
          label={developer.sampleLayout}
          data={items.map(({ id, name }) => ({ value: id, label: name }))}
          value={layoutId}
          onChange={setChosen}
          allowDeselect={false}
          searchable
          maw={420}
        />
      )}
      <Samples
        layoutId={layoutId}
        variables={sampleVariables(bodyDesign?.['testVariables'], requiredVariables)}
        secret={secret}
      />
    </Stack>
  );
}

interface SamplesProps {
  layoutId: string | null;
  variables: Record<string, unknown>;
  secret: string | null;
}

function Samples(step: SamplesProps) {
  const { developer } = useTexts();
  const store = useStore();
  const [language, setLanguage] = useState<SampleLanguage>('curl');
  return (
    <Tabs value={language} onChange={(value) => setLanguage(value as SampleLanguage)} keepMounted={false}>
      <Tabs.List aria-label={developer.sample}>
        {sampleLanguages.map((each) => (
          <Tabs.Tab key={each} value={each}>
            {developer.sampleLanguages[each]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {sampleLanguages.map((each) => (
        <Tabs.Panel key={each} value={each} pt="md">
          <Stack gap="sm">
            <Text size="sm">{developer.sampleHints[each]}</Text>
            <CodeBlock
              label={developer.sampleIn(developer.sampleLanguages[each])}
              text={sampleIn(each, { ...step, origin: window.location.origin, storeId: store.id })}
            />
          </Stack>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
