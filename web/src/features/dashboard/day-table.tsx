import { ScrollArea, Table } from '@mantine/core';
import { useFormats } from '../../texts/formats.ts';
import { useTexts } from '../../texts/texts.tsx';
import type { Day } from './queries.ts';
import { noonOfDay } from './volume-chart.tsx';

/** The chart's data as a table, newest day first. */
export function DayTable({ days, label }: { days: readonly Day[]; label: string }) {
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
              <Table.Th fw={400}>{dayText(noonOfDay(day.day))}</Table.Th>
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
