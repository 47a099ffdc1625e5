import { Badge, Button, Group, Menu, Select, type SelectProps, Stack, Text, Title } from '@mantine/core';
import { IconKey, IconMailSearch, IconNetwork, IconRefresh } from '@tabler/icons-react';
import { type Level, levels } from 'outstep/kernel/access-levels.ts';
import { type ReactNode, useState } from 'react';
import { useErrorText } from '../../api/error-text.ts';
import { useMay } from '../../api/session.ts';
import { ConfirmDelete } from '../../parts/confirm.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { notify, notifyFailure } from '../../parts/notify.ts';
import { RowMenu } from '../../parts/row-menu.tsx';
import { useListQuery } from '../../parts/search-params.ts';
import { Time } from '../../parts/time.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { KeyAddressesDialog, RotateKeyDialog } from './key-dialogs.tsx';
import { type Key, useKeys, useRevokeKey, useSetLevel, useSetRecipientSearch } from './queries.ts';

/** The three levels, each with what it may do. */
function LevelSelect(props: SelectProps) {
  const { developer } = useTexts();
  return (
    <Select
      data={levels.map((level) => ({ value: level, label: developer.levels[level] }))}
      allowDeselect={false}
      comboboxProps={{ width: 280, position: 'bottom-start' }}
      renderOption={({ option }) => (
        <div>
          <Text size="sm">{option.label}</Text>
          <Text size="xs" c="dimmed">
            {developer.levelHints[option.value as Level]}
          </Text>
        </div>
      )}
      {...props}
    />
  );
}

const DAY_MS = 86_400_000;
/** A key is marked this many days before it expires. */
const WARNED_DAYS = 14;

const isExpired = ({ expiresAt }: Key) => expiresAt !== null && Date.parse(expiresAt) <= Date.now();

/** `create`: the button that creates the first key. */
export function Keys({ create }: { create: ReactNode }) {
  const { developer, common } = useTexts();
  const owner = useMay('owner');
  const revoke = useRevokeKey();
  const [revoking, setRevoking] = useState<Key | null>(null);
  const [rotating, setRotating] = useState<Key | null>(null);
  const [restricting, setRestricting] = useState<Key | null>(null);
  return (
    <Stack component="section" gap="sm" aria-label={developer.keys}>
      <Title order={2}>{developer.keys}</Title>
      <DataTable
        label={developer.keys}
        of={useKeys(useListQuery())}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={IconKey} title={developer.noKeys} hint={developer.noKeysHint}>
            {create}
          </EmptyState>
        }
        columns={[
          { title: common.name, cell: (key) => <KeyName of={key} /> },
          { title: developer.level, width: 170, cell: (key) => <KeyLevel of={key} /> },
          { title: developer.lastUsed, width: 150, cell: (key) => <LastUse of={key} /> },
          {
            title: developer.expires,
            width: 130,
            cell: ({ expiresAt }) => <Time of={expiresAt} absolute />,
          },
          { title: developer.created, width: 130, cell: ({ createdAt }) => <Time of={createdAt} absolute /> },
        ]}
        {...(owner && {
          actions: (key: Key) =>
            key.revokedAt === null && (
              <Group gap="xs" wrap="nowrap" justify="flex-end">
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => setRevoking(key)}
                  aria-label={developer.revokeKey(key.name)}
                >
                  {developer.revoke}
                </Button>
                <RowMenu name={key.name}>
                  {!isExpired(key) && (
                    <Menu.Item
                      onClick={() => setRotating(key)}
                      leftSection={<IconRefresh size={16} aria-hidden />}
                    >
                      {developer.rotateKey}
                    </Menu.Item>
                  )}
                  <Menu.Item
                    onClick={() => setRestricting(key)}
                    leftSection={<IconNetwork size={16} aria-hidden />}
                  >
                    {developer.addresses}
                  </Menu.Item>
                  {!isExpired(key) && <RecipientSearchItem of={key} />}
                </RowMenu>
              </Group>
            ),
        })}
      />
      <ConfirmDelete
        opened={revoking !== null}
        title={developer.revokeTitle(revoking?.name ?? '')}
        action={developer.revoke}
        onClose={() => setRevoking(null)}
        run={async () => {
          await revoke.mutateAsync(revoking?.id ?? '');
          notify(developer.revokedNow(revoking?.name ?? ''));
        }}
      >
        {developer.revokeText}
      </ConfirmDelete>
      <RotateKeyDialog of={rotating} onClose={() => setRotating(null)} />
      <KeyAddressesDialog of={restricting} onClose={() => setRestricting(null)} />
    </Stack>
  );
}

/** Turns recipient search on or off; the list shows which keys have it. */
function RecipientSearchItem({ of: { id, name, recipientSearch } }: { of: Key }) {
  const { developer } = useTexts();
  const setRecipientSearch = useSetRecipientSearch();
  const errorText = useErrorText();
  const change = async () => {
    try {
      await setRecipientSearch.mutateAsync({ id, recipientSearch: !recipientSearch });
      notify(recipientSearch ? developer.recipientSearchOff(name) : developer.recipientSearchOn(name));
    } catch (error) {
      notifyFailure(errorText(error));
    }
  };
  return (
    <Menu.Item onClick={() => void change()} leftSection={<IconMailSearch size={16} aria-hidden />}>
      {recipientSearch ? developer.turnOffRecipientSearch : developer.turnOnRecipientSearch}
    </Menu.Item>
  );
}

function LastUse({ of: { lastUsedAt, lastUsedAddress } }: { of: Key }) {
  return (
    <>
      <Time of={lastUsedAt} />
      {lastUsedAddress && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {lastUsedAddress}
        </Text>
      )}
    </>
  );
}

/** Days until the key expires, if there are few left and it still works. */
function daysLeft(key: Key): number | null {
  if (key.revokedAt || key.expiresAt === null || isExpired(key)) return null;
  const days = Math.ceil((Date.parse(key.expiresAt) - Date.now()) / DAY_MS);
  return days <= WARNED_DAYS ? days : null;
}

function KeyName({ of: key }: { of: Key }) {
  const { developer } = useTexts();
  const ending = daysLeft(key);
  const state = key.revokedAt ? developer.revoked : isExpired(key) ? developer.expired : null;
  return (
    <>
      <Group gap={6}>
        <Text size="sm" fw={600} {...(state && { c: 'dimmed' })}>
          {key.name}
        </Text>
        {state && (
          <Badge size="sm" color={key.revokedAt ? 'gray' : 'red'}>
            {state}
          </Badge>
        )}
        {ending !== null && (
          <Badge size="sm" color="yellow">
            {developer.endsIn(ending)}
          </Badge>
        )}
      </Group>
      <Text size="xs" c="dimmed" ff="monospace">
        {key.prefix}…
      </Text>
      {key.allowedAddresses.length > 0 && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {developer.onlyFrom(key.allowedAddresses.join(', '))}
        </Text>
      )}
      {key.recipientSearch && (
        <Text size="xs" c="dimmed">
          {developer.recipientSearch}
        </Text>
      )}
    </>
  );
}

/** Owners change the level in place as long as the key works; others only see it. */
function KeyLevel({ of: key }: { of: Key }) {
  const { developer } = useTexts();
  const owner = useMay('owner');
  const setLevel = useSetLevel();
  const errorText = useErrorText();
  if (!owner || key.revokedAt || isExpired(key)) return developer.levels[key.level];
  const change = async (level: Level) => {
    try {
      await setLevel.mutateAsync({ id: key.id, level });
      notify(developer.levelChanged(key.name, developer.levels[level]));
    } catch (error) {
      notifyFailure(errorText(error));
    }
  };
  return (
    <LevelSelect
      size="xs"
      w={140}
      aria-label={developer.levelOf(key.name)}
      value={key.level}
      disabled={setLevel.isPending}
      onChange={(level) => level && void change(level as Level)}
    />
  );
}
