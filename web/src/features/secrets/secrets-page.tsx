import { Alert, Badge, Button, Menu, Text } from '@mantine/core';
import { IconKey, IconPencil, IconPlus, IconTrash, IconWorld } from '@tabler/icons-react';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { DeleteUnlessUsed } from '../../parts/delete-unless-used.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { notify } from '../../parts/notify.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { RowMenu } from '../../parts/row-menu.tsx';
import { useListQuery, useSearchParams } from '../../parts/search-params.ts';
import { Time } from '../../parts/time.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { AddSecret } from './add-secret.tsx';
import { DescribeSecretDialog, SetSecretValueDialog } from './change-secret.tsx';
import { type Secret, type SecretUser, useDeleteSecret, useSecrets, useSecretUsage } from './queries.ts';
import { SetPermissions } from './set-permissions.tsx';

function useUserName() {
  const { secrets } = useTexts();
  return ({ type, name }: SecretUser) =>
    type === 'settings' ? secrets.users.settings : secrets.users[type](name);
}

/** The first few users and the number of others; empty while unknown. */
function SecretUsage({ users }: { users: readonly SecretUser[] | null }) {
  const { secrets } = useTexts();
  const nameOf = useUserName();
  if (!users) return null;
  const [first, ...others] = users;
  if (!first)
    return (
      <Text size="sm" c="dimmed">
        {secrets.unused}
      </Text>
    );
  return (
    <Text size="sm" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
      {nameOf(first)} {others.length > 0 && secrets.more(others.length)}
    </Text>
  );
}

function SecretUsageList({ users }: { users: readonly SecretUser[] }) {
  const nameOf = useUserName();
  return (
    <ul style={{ margin: 0, paddingInlineStart: '1.2rem', overflowWrap: 'anywhere' }}>
      {[...new Set(users.map(nameOf))].map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  );
}

interface DeleteSecretProps {
  secret: Secret | null;
  users: readonly SecretUser[];
  onClose: () => void;
}

function DeleteSecret({ secret, users: usedBy, onClose }: DeleteSecretProps) {
  const { secrets } = useTexts();
  const remove = useDeleteSecret();
  const name = secret?.name ?? '';
  const users = usedBy.length > 0 ? <SecretUsageList users={usedBy} /> : null;
  return (
    <DeleteUnlessUsed
      opened={secret !== null}
      title={secrets.deleteTitle(name)}
      inUse={{ title: secrets.inUseTitle(name), text: secrets.inUseText, users, now: secrets.inUseNow }}
      onClose={onClose}
      run={async () => {
        await remove.mutateAsync(name);
        notify(secrets.deleted(name));
      }}
    >
      {secrets.deleteText}
    </DeleteUnlessUsed>
  );
}

type SecretDialog = 'value' | 'permissions' | 'description' | 'delete';

export function Page() {
  const { secrets, pages } = useTexts();
  const editor = useMay('editor');
  const owner = useMay('owner');
  const [params, change] = useSearchParams();
  const add = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => change({ new: '1' })}>
      {secrets.add}
    </Button>
  );
  const list = useSecrets(useListQuery());
  const { usedBy, hosts = {} } = useSecretUsage().data ?? {};
  const usersOf = ({ name }: Secret) => (usedBy ? (new Map(Object.entries(usedBy)).get(name) ?? []) : null);
  const [chosen, setChosen] = useState<{ secret: Secret; doing: SecretDialog } | null>(null);
  const chosenFor = (doing: SecretDialog) => (chosen?.doing === doing ? chosen.secret : null);
  const close = () => setChosen(null);
  const restricted = chosenFor('permissions');
  const open = (list.data?.items ?? []).filter((secret) => secret.hosts === null);
  return (
    <>
      <PageHeader title={pages.secrets} lead={secrets.lead}>
        {editor && add}
      </PageHeader>
      {editor && open.length > 0 && (
        <Alert
          color="yellow"
          variant="light"
          icon={<IconWorld />}
          title={secrets.openTitle(open.length)}
          mb="md"
        >
          {owner ? secrets.openText : secrets.openTextForEditors}
        </Alert>
      )}
      <DataTable
        label={pages.secrets}
        of={list}
        rowKey={({ name }) => name}
        search={secrets.search}
        empty={
          <EmptyState
            icon={IconKey}
            title={secrets.empty}
            hint={editor ? secrets.emptyHint : secrets.emptyForViewers}
          />
        }
        columns={[
          { title: secrets.name, cell: (secret) => <SecretName secret={secret} /> },
          {
            title: secrets.value,
            width: 130,
            cell: ({ hasValue }) => (
              <Badge color={hasValue ? 'pine' : 'gray'}>{hasValue ? secrets.isSet : secrets.notSet}</Badge>
            ),
          },
          { title: secrets.canBeSentTo, width: 200, cell: (secret) => <Destinations of={secret} /> },
          { title: secrets.usedBy, width: 220, cell: (secret) => <SecretUsage users={usersOf(secret)} /> },
          { title: secrets.changed, width: 140, cell: ({ updatedAt }) => <Time of={updatedAt} /> },
        ]}
        {...(editor && {
          actions: (secret: Secret) => (
            <Actions
              name={secret.name}
              mayRestrict={owner}
              onChoose={(doing) => setChosen({ secret, doing })}
            />
          ),
        })}
      />
      {editor && <AddSecret opened={params['new'] === '1'} onClose={() => change({ new: null })} />}
      <SetSecretValueDialog secret={chosenFor('value')} onClose={close} />
      <SetPermissions
        secret={restricted}
        proposed={(restricted && new Map(Object.entries(hosts)).get(restricted.name)) ?? []}
        onClose={close}
      />
      <DescribeSecretDialog secret={chosenFor('description')} onClose={close} />
      <DeleteSecret
        secret={chosenFor('delete')}
        users={(chosen && usersOf(chosen.secret)) ?? []}
        onClose={close}
      />
    </>
  );
}

function SecretName({ secret: { name, description } }: { secret: Secret }) {
  return (
    <>
      <Text size="sm" fw={600} ff="monospace" style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Text>
      {description && (
        <Text size="xs" c="dimmed" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          {description}
        </Text>
      )}
    </>
  );
}

/** The hosts that a secret may be sent to, and whether emails may contain it. */
function Destinations({ of: { hosts, allowInEmail } }: { of: Secret }) {
  const { secrets } = useTexts();
  return (
    <>
      <Text size="sm" lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
        {hosts === null ? secrets.anyHost : hosts.join(', ') || secrets.noHost}
      </Text>
      {allowInEmail && (
        <Text size="xs" c="dimmed">
          {secrets.andEmails}
        </Text>
      )}
    </>
  );
}

interface ActionsProps {
  name: string;
  mayRestrict: boolean;
  onChoose: (doing: SecretDialog) => void;
}

function Actions({ name, mayRestrict, onChoose }: ActionsProps) {
  const { secrets, common } = useTexts();
  return (
    <RowMenu name={name}>
      <Menu.Item leftSection={<IconKey size={16} aria-hidden />} onClick={() => onChoose('value')}>
        {secrets.setValue}
      </Menu.Item>
      {mayRestrict && (
        <Menu.Item leftSection={<IconWorld size={16} aria-hidden />} onClick={() => onChoose('permissions')}>
          {secrets.setPermissions}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => onChoose('description')}>
        {secrets.describe}
      </Menu.Item>
      <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={() => onChoose('delete')}>
        {common.delete}
      </Menu.Item>
    </RowMenu>
  );
}
