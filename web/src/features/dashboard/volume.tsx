import { Button, ScrollArea, Table } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { useState } from 'react';
import { Section } from '../../parts/section.tsx';
import { useFormats } from '../../texts/formats.ts';
import { useTexts } from '../../texts/texts.tsx';
import type { Day, Stats } from './queries.ts';
import { atNoon, VolumeChart } from './volume-chart.tsx';

/** What ran each day, as a picture or as numbers. */
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
        <DayTable days={stats.byDay} label={label} />
      ) : (
        <VolumeChart days={stats.byDay} label={label} />
      )}
    </Section>
  );
}

function DayTable({ days, label }: { days: readonly Day[]; label: string }) {
  const { dashboard } = useTexts();
  const { number, day: dayText } = useFormats();
  const columns = [
    [dashboard.done, 'success'],
    [dashboard.skipped, 'skipped'],
    [dashboard.failed, 'failed'],
    [dashboard.pending, 'pending'],
  ] as const;
  return (
    <ScrollArea.Autosize mah={320} viewportProps={{ tabIndex: 0, 'aria-label': label, role: 'region' }}>
      <Table stickyHeader aria-label={label} verticalSpacing={6} horizontalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{dashboard.day}</Table.Th>
            {columns.map(([word]) => (
              <Table.Th key={word} ta="right">
                {word}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {days.toReversed().map((day) => (
            <Table.Tr key={day.day}>
              <Table.Th fw={400}>{dayText(atNoon(day.day))}</Table.Th>
              {columns.map(([word, kind]) => (
                <Table.Td key={word} ta="right">
                  {number(day[kind])}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );
}
