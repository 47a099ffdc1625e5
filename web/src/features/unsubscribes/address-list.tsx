import { Button, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Page } from 'outstep/kernel/page.ts';
import { type ComponentType, type ReactNode, useState } from 'react';
import type { ConfirmChange } from '../../parts/confirm.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { notify } from '../../parts/notify.ts';
import { Time } from '../../parts/time.tsx';
import { useTexts } from '../../texts/texts.tsx';

interface ListedAddress {
  address: string;
  createdAt: string;
}

interface AddressListProps<Row extends ListedAddress> {
  label: string;
  of: UseQueryResult<Page<Row>>;
  empty: ReactNode;
  /** Below the address. */
  note?: (row: Row) => ReactNode;
  /** The column between the address and its date. */
  column: Column<Row>;
  removal: {
    /** Label of the button. */
    action: string;
    Confirm: ComponentType<Parameters<typeof ConfirmChange>[0]>;
    title: (address: string) => string;
    text: string;
    /** Returns a message about the outcome. */
    run: (address: string) => Promise<string>;
  };
}

/** A searchable list of suppressed or unsubscribed addresses, with removal after confirmation. */
export function AddressList<Row extends ListedAddress>(props: AddressListProps<Row>) {
  const { label, of, empty, note, column, removal } = props;
  const { unsubscribes } = useTexts();
  const [removing, setRemoving] = useState<string | null>(null);
  const name = removing ?? '';
  return (
    <>
      <DataTable
        label={label}
        of={of}
        rowKey={({ address }) => address}
        search={unsubscribes.search}
        empty={empty}
        columns={[
          {
            title: unsubscribes.address,
            cell: (row) => (
              <>
                <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
                  {row.address}
                </Text>
                {note && (
                  <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                    {note(row)}
                  </Text>
                )}
              </>
            ),
          },
          column,
          { title: unsubscribes.since, width: 150, cell: ({ createdAt }) => <Time of={createdAt} /> },
        ]}
        actions={({ address }) => (
          <Button
            size="xs"
            variant="default"
            style={{ flexShrink: 0 }}
            onClick={() => setRemoving(address)}
            aria-label={`${removal.action}: ${address}`}
          >
            {removal.action}
          </Button>
        )}
      />
      <Text size="xs" c="dimmed" mt="sm">
        {unsubscribes.searchHint}
      </Text>
      <removal.Confirm
        opened={removing !== null}
        title={removal.title(name)}
        action={removal.action}
        onClose={() => setRemoving(null)}
        run={async () => notify(await removal.run(name))}
      >
        {removal.text}
      </removal.Confirm>
    </>
  );
}
