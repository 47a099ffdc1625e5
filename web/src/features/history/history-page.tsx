import { Anchor, Badge, Button, Text } from '@mantine/core';
import { IconAlertTriangle, IconHistory, IconMailSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay, useStore } from '../../api/session.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { useListQuery } from '../../parts/search-params.ts';
import { storePath } from '../../parts/store-path.ts';
import { Duration, Time } from '../../parts/time.tsx';
import { useRunName } from '../../parts/use-run-name.ts';
import { capitalized } from '../../texts/said.ts';
import { useTexts } from '../../texts/texts.tsx';
import { useTranslateMessage } from '../../texts/use-said.ts';
import { Filters, filterNames } from './filters.tsx';
import { type HistoryEntry, useHistory } from './queries.ts';
import { Status } from './status.tsx';

function What({ entry }: { entry: HistoryEntry }) {
  const { history } = useTexts();
  const said = useTranslateMessage();
  const runName = useRunName();
  const { id } = useStore();
  const about =
    (entry.error && capitalized(said(entry.error, entry.errorMessage))) ?? entry.recipients?.join(', ') ?? '';
  return (
    <>
      <Anchor component={Link} to={storePath(id, `history/${entry.id}`)} size="sm" fw={600} underline="hover">
        {runName(entry)}
      </Anchor>
      <Text size="xs" c="dimmed" lineClamp={2}>
        {history.types[entry.actionType]}
        {about && ` · ${about}`}
      </Text>
      {entry.skippedRecipients > 0 && (
        <Text size="xs" c="dimmed">
          {history.skippedRecipients(entry.skippedRecipients)}
        </Text>
      )}
      {entry.warningCount > 0 && (
        <Text size="xs">
          <IconAlertTriangle size={12} aria-hidden /> {history.warningCount(entry.warningCount)}
        </Text>
      )}
    </>
  );
}

/** Marks tests, which do not show how workflows perform. */
function Trigger({ of: trigger }: { of: HistoryEntry['trigger'] }) {
  const { history } = useTexts();
  const word = history.triggers[trigger];
  return trigger === 'test' ? <Badge color="gray">{word}</Badge> : word;
}

export function Page() {
  const { history, pages } = useTexts();
  const { id } = useStore();
  const editor = useMay('editor');
  const [live, setLive] = useState(true);
  const query = useListQuery(...filterNames);
  return (
    <>
      <PageHeader title={pages.history} lead={history.lead}>
        {editor && (
          <Button
            component={Link}
            to={storePath(id, 'history-search')}
            variant="default"
            leftSection={<IconMailSearch size={18} aria-hidden />}
          >
            {pages.historySearch}
          </Button>
        )}
      </PageHeader>
      <DataTable
        label={pages.history}
        of={useHistory(query, live)}
        rowKey={({ id }) => id}
        search={history.searchRuns}
        filters={{ names: filterNames, controls: <Filters live={live} onLive={setLive} /> }}
        empty={<EmptyState icon={IconHistory} title={history.empty} hint={history.emptyHint} />}
        columns={[
          { title: history.what, cell: (entry) => <What entry={entry} /> },
          { title: history.status, width: 150, cell: (entry) => <Status of={entry} /> },
          { title: history.trigger, width: 120, cell: ({ trigger }) => <Trigger of={trigger} /> },
          {
            title: history.duration,
            width: 90,
            align: 'right',
            cell: ({ durationMs }) => <Duration ms={durationMs} />,
          },
          { title: history.when, width: 140, cell: ({ createdAt }) => <Time of={createdAt} /> },
        ]}
      />
    </>
  );
}
