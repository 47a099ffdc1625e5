import { Anchor, Button, Group, Paper, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconArrowLeft, IconMailSearch, IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useStore } from '../../api/session.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { storePath } from '../../parts/store-path.ts';
import { Time } from '../../parts/time.tsx';
import { useRunName } from '../../parts/use-run-name.ts';
import { useTexts } from '../../texts/texts.tsx';
import { type RecipientQuery, useConfigs, useRecipientSearch } from './queries.ts';
import { Received } from './status.tsx';

/**
 * Finds out whether a person received an email. The address is not stored in the URL, which browsers keep in
 * their history.
 */
export function Page() {
  const { history, pages } = useTexts();
  const { id } = useStore();
  const [query, setQuery] = useState<RecipientQuery | null>(null);
  return (
    <>
      <Anchor component={Link} to={storePath(id, 'history')} size="sm" underline="hover">
        <IconArrowLeft size={14} aria-hidden /> {history.back}
      </Anchor>
      <PageHeader title={pages.historySearch} lead={history.searchLead} />
      <SearchForm onSearch={(fields) => setQuery({ ...fields, page: 1 })} />
      {query && <Results query={query} onPage={(page) => setQuery({ ...query, page })} />}
    </>
  );
}

function SearchForm({ onSearch }: { onSearch: (fields: Omit<RecipientQuery, 'page'>) => void }) {
  const { history, common } = useTexts();
  const mails = useConfigs().filter(({ actionType }) => actionType === 'EMAIL');
  const [email, setEmail] = useState('');
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [layout, setLayout] = useState<string | null>(null);
  const [workflow, setWorkflow] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch({
      email,
      ...(from && { from }),
      ...(to && { to }),
      ...(layout && { actionConfigId: layout }),
      ...(workflow && { workflow }),
    });
  };
  const each = { flex: '1 1 11rem' };
  return (
    <Paper withBorder p="md" mb="lg" component="form" onSubmit={submit}>
      <Group gap="sm" align="flex-end">
        <TextInput
          label={history.searchAddress}
          type="email"
          required
          autoComplete="off"
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          flex="2 1 16rem"
        />
        <TextInput
          label={history.searchFrom}
          type="date"
          value={from}
          onChange={({ currentTarget }) => setFrom(currentTarget.value)}
          {...each}
        />
        <TextInput
          label={history.searchTo}
          type="date"
          value={to}
          onChange={({ currentTarget }) => setTo(currentTarget.value)}
          {...each}
        />
        <Select
          label={history.searchLayout}
          placeholder={history.anyConfig}
          data={mails.map(({ id, name, isDeleted }) => ({
            value: id,
            label: isDeleted ? history.deletedConfig(name) : name || history.unnamed,
          }))}
          value={layout}
          onChange={setLayout}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': common.clearFilters }}
          nothingFoundMessage={common.nothingFound}
          {...each}
        />
        <TextInput
          label={history.workflow}
          placeholder={history.anyConfig}
          value={workflow}
          onChange={({ currentTarget }) => setWorkflow(currentTarget.value)}
          {...each}
        />
        <Button type="submit" leftSection={<IconSearch size={18} aria-hidden />}>
          {common.search}
        </Button>
      </Group>
    </Paper>
  );
}

function Results({ query, onPage }: { query: RecipientQuery; onPage: (page: number) => void }) {
  const { history, pages, common } = useTexts();
  const runName = useRunName();
  const { id: storeId } = useStore();
  const found = useRecipientSearch(query);
  return (
    <Stack gap="sm">
      <DataTable
        label={pages.historySearch}
        of={found}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={IconMailSearch} title={history.searchNothing} hint={history.searchNothingHint} />
        }
        columns={[
          {
            title: history.what,
            cell: (entry) => (
              <>
                <Anchor
                  component={Link}
                  to={storePath(storeId, `history/${entry.id}`)}
                  size="sm"
                  fw={600}
                  underline="hover"
                >
                  {runName(entry)}
                </Anchor>
                {entry.workflow && (
                  <Text size="xs" c="dimmed">
                    {entry.workflow}
                  </Text>
                )}
              </>
            ),
          },
          { title: history.gotIt, width: 170, cell: ({ received }) => <Received of={received} /> },
          { title: history.trigger, width: 120, cell: ({ trigger }) => history.triggers[trigger] },
          { title: history.when, width: 140, cell: ({ createdAt }) => <Time of={createdAt} /> },
        ]}
      />
      {(query.page > 1 || found.data?.hasMore) && (
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={query.page === 1} onClick={() => onPage(query.page - 1)}>
            {common.previous}
          </Button>
          <Button variant="default" disabled={!found.data?.hasMore} onClick={() => onPage(query.page + 1)}>
            {common.next}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
