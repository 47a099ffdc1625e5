import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { Level } from '../../../../server/src/kernel/access-levels.ts';
import { useErrorText } from '../../api/error-text.ts';
import { useMay } from '../../api/session.ts';
import { ConfirmDelete } from '../../parts/confirm.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { notify, notifyFailure } from '../../parts/notify.ts';
import { useListQuery } from '../../parts/search-params.ts';
import { Time } from '../../parts/time.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { LevelSelect } from './level-select.tsx';
import { type Key, useKeys, useRevokeKey, useSetLevel } from './queries.ts';

const isExpired = ({ expiresAt }: Key) => expiresAt !== null && Date.parse(expiresAt) <= Date.now();

/** `create`: the button that makes the first one. */
export function Keys({ create }: { create: ReactNode }) {
  const { developer, common } = useTexts();
  const owner = useMay('owner');
  const revoke = useRevokeKey();
  const [revoking, setRevoking] = useState<Key | null>(null);
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
          { title: developer.lastUsed, width: 130, cell: ({ lastUsedAt }) => <Time of={lastUsedAt} /> },
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
              <Button
                size="xs"
                variant="default"
                onClick={() => setRevoking(key)}
                aria-label={developer.revokeKey(key.name)}
              >
                {developer.revoke}
              </Button>
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
    </Stack>
  );
}

function KeyName({ of: key }: { of: Key }) {
  const { developer } = useTexts();
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
      </Group>
      <Text size="xs" c="dimmed" ff="monospace">
        {key.prefix}…
      </Text>
    </>
  );
}

/** Owners change it in place, as long as the key works; the others see it. */
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
