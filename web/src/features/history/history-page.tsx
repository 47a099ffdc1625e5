import { Anchor, Badge, Text } from '@mantine/core';
import { IconAlertTriangle, IconHistory } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useStore } from '../../api/session.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Duration } from '../../parts/duration.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { useListQuery } from '../../parts/search-params.ts';
import { storePath } from '../../parts/store-path.ts';
import { Time } from '../../parts/time.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { useSaid } from '../../texts/use-said.ts';
import { Filters, filterNames } from './filters.tsx';
import { type HistoryEntry, useHistory } from './queries.ts';
import { Status } from './status.tsx';

function What({ entry }: { entry: HistoryEntry }) {
  const { history } = useTexts();
  const said = useSaid();
  const { id } = useStore();
  const about = (entry.error && said(entry.error)) ?? entry.recipients?.join(', ') ?? '';
  return (
    <>
      <Anchor component={Link} to={storePath(id, `history/${entry.id}`)} size="sm" fw={600} underline="hover">
        {entry.actionConfigName || history.unnamed}
      </Anchor>
      <Text size="xs" c="dimmed" lineClamp={2}>
        {history.types[entry.actionType]}
        {about && ` · ${about}`}
      </Text>
      {entry.warningCount > 0 && (
        <Text size="xs">
          <IconAlertTriangle size={12} aria-hidden /> {history.warningCount(entry.warningCount)}
        </Text>
      )}
    </>
  );
}

/** A test stands out: it says nothing about how the workflows are doing. */
function Trigger({ of: trigger }: { of: HistoryEntry['trigger'] }) {
  const { history } = useTexts();
  const word = history.triggers[trigger];
  return trigger === 'test' ? <Badge color="yellow">{word}</Badge> : word;
}

export function Page() {
  const { history, pages } = useTexts();
  const [live, setLive] = useState(true);
  const query = useListQuery(...filterNames);
  return (
    <>
      <PageHeader title={pages.history} lead={history.lead} />
      <DataTable
        label={pages.history}
        of={useHistory(query, live)}
        rowKey={({ id }) => id}
        filters={{ names: filterNames, controls: <Filters live={live} onLive={setLive} /> }}
        empty={<EmptyState icon={IconHistory} title={history.empty} hint={history.emptyHint} />}
        columns={[
          { title: history.what, cell: (entry) => <What entry={entry} /> },
          { title: history.status, width: 150, cell: ({ status }) => <Status of={status} /> },
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
