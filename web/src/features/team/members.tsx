import { Avatar, Badge, Group, Menu, Text } from '@mantine/core';
import { IconLogout, IconUserMinus, IconUsers } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { Role } from 'outstep/kernel/access-levels.ts';
import { useState } from 'react';
import { useErrorText } from '../../api/error-text.ts';
import { useMay, useRefreshSession, useSession, useStore } from '../../api/session.ts';
import { ConfirmDelete } from '../../parts/confirm.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { notify, notifyFailure } from '../../parts/notify.ts';
import { RowMenu } from '../../parts/row-menu.tsx';
import { Time } from '../../parts/time.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { type Member, useMembers, useRemoveMember, useSetRole } from './queries.ts';
import { RoleSelect } from './role-select.tsx';

export function Members() {
  const { team, common } = useTexts();
  const { person } = useSession();
  const owner = useMay('owner');
  const [leaving, setLeaving] = useState<Member | null>(null);
  const isSelf = ({ id }: Member) => id === person.id;
  return (
    <>
      <DataTable
        label={team.members}
        of={useMembers()}
        rowKey={({ id }) => id}
        empty={<EmptyState icon={IconUsers} title={common.nothingFound} />}
        columns={[
          { title: team.person, cell: (member) => <Person member={member} self={isSelf(member)} /> },
          { title: team.role, width: 190, cell: (member) => <MemberRole member={member} /> },
          { title: team.since, width: 160, cell: ({ since }) => <Time of={since} absolute /> },
        ]}
        actions={(member) =>
          (owner || isSelf(member)) && (
            <RowMenu name={member.name}>
              <Menu.Item
                onClick={() => setLeaving(member)}
                leftSection={
                  isSelf(member) ? (
                    <IconLogout size={16} aria-hidden />
                  ) : (
                    <IconUserMinus size={16} aria-hidden />
                  )
                }
              >
                {isSelf(member) ? team.leave : team.remove}
              </Menu.Item>
            </RowMenu>
          )
        }
      />
      <RemoveMemberDialog
        member={leaving}
        self={leaving !== null && isSelf(leaving)}
        onClose={() => setLeaving(null)}
      />
    </>
  );
}

function Person({ member, self }: { member: Member; self: boolean }) {
  const { team } = useTexts();
  return (
    <Group gap="sm" wrap="nowrap">
      <Avatar name={member.name} color="pine" size={34} alt="" />
      <div style={{ minWidth: 0 }}>
        <Text size="sm" fw={600}>
          {member.name}{' '}
          {self && (
            <Badge size="sm" component="span">
              {team.you}
            </Badge>
          )}
        </Text>
        <Text size="xs" c="dimmed">
          {member.email}
        </Text>
      </div>
    </Group>
  );
}

/** Owners change roles in place; others only see them. */
function MemberRole({ member }: { member: Member }) {
  const { team, common } = useTexts();
  const owner = useMay('owner');
  const setRole = useSetRole();
  const refreshSession = useRefreshSession();
  const errorText = useErrorText();
  if (!owner) return common.roles[member.role];
  const change = async (role: Role) => {
    try {
      await setRole.mutateAsync({ id: member.id, role });
      await refreshSession();
      notify(team.roleChanged(member.name, common.roles[role]));
    } catch (error) {
      notifyFailure(errorText(error));
    }
  };
  return (
    <RoleSelect
      size="xs"
      w={150}
      aria-label={team.roleOf(member.name)}
      value={member.role}
      disabled={setRole.isPending}
      onChange={(role) => role && void change(role as Role)}
    />
  );
}

function RemoveMemberDialog({
  member,
  self,
  onClose,
}: {
  member: Member | null;
  self: boolean;
  onClose: () => void;
}) {
  const { team } = useTexts();
  const store = useStore();
  const remove = useRemoveMember();
  const navigate = useNavigate();
  const refreshSession = useRefreshSession();
  const name = member?.name ?? '';
  return (
    <ConfirmDelete
      opened={member !== null}
      title={self ? team.leaveTitle(store.name) : team.removeTitle(name)}
      action={self ? team.leave : team.remove}
      onClose={onClose}
      run={async () => {
        await remove.mutateAsync(self ? 'me' : (member?.id ?? ''));
        if (!self) return notify(team.removed(name));
        await refreshSession();
        await navigate({ to: '/' });
      }}
    >
      {self ? team.leaveText : team.removeText}
    </ConfirmDelete>
  );
}
