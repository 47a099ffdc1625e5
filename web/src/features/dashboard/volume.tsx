import { Button } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { Section } from '../../parts/section.tsx';
import { useTexts } from '../../texts/texts.tsx';
import type { Stats } from './queries.ts';
import { VolumeChart } from './volume-chart.tsx';

const DayTable = lazy(async () => ({ default: (await import('./day-table.tsx')).DayTable }));

/** The runs of each day, as a chart or as a table. */
export function Volume({ stats }: { stats: Stats }) {
  const { dashboard } = useTexts();
  const [asTable, setAsTable] = useState(false);
  const Picture = asTable ? IconChartBar : IconTable;
  const label = dashboard.chartOf(stats.days);
  return (
    <Section
      title={dashboard.volume}
      hint={dashboard.volumeHint}
      action={
        <Button
          variant="default"
          size="xs"
          leftSection={<Picture size={16} aria-hidden />}
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? dashboard.asChart : dashboard.asTable}
        </Button>
      }
    >
      {asTable ? (
        <Suspense>
          <DayTable days={stats.byDay} label={label} />
        </Suspense>
      ) : (
        <VolumeChart days={stats.byDay} label={label} />
      )}
    </Section>
  );
}
