import { Button, Stack, Text, Title } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { ConfirmDelete } from '../../parts/confirm.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { notify } from '../../parts/notify.ts';
import { Time } from '../../parts/time.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { type Invitation, useInvitations, useRevokeInvitation } from './queries.ts';

export function Invitations() {
  const { team, common } = useTexts();
  const invitations = useInvitations(true);
  const revoke = useRevokeInvitation();
  const [revoking, setRevoking] = useState<Invitation | null>(null);
  return (
    <Stack component="section" gap="sm">
      <Title order={2}>{team.invitations}</Title>
      <DataTable
        label={team.invitations}
        of={invitations}
        rowKey={({ id }) => id}
        empty={<EmptyState icon={IconMail} title={team.noInvitations} />}
        columns={[
          {
            title: common.email,
            cell: ({ email }) => (
              <Text size="sm" fw={600}>
                {email}
              </Text>
            ),
          },
          { title: team.role, width: 120, cell: ({ role }) => common.roles[role] },
          { title: team.invitedBy, width: 180, cell: ({ invitedBy }) => invitedBy || common.theOperator },
          { title: team.expires, width: 150, cell: ({ expiresAt }) => <Time of={expiresAt} absolute /> },
        ]}
        actions={(invitation) => (
          <Button
            size="xs"
            variant="default"
            onClick={() => setRevoking(invitation)}
            aria-label={`${team.revoke}: ${invitation.email}`}
          >
            {team.revoke}
          </Button>
        )}
      />
      <ConfirmDelete
        opened={revoking !== null}
        title={team.revokeTitle(revoking?.email ?? '')}
        action={team.revoke}
        onClose={() => setRevoking(null)}
        run={async () => {
          await revoke.mutateAsync(revoking?.id ?? '');
          notify(team.revoked);
        }}
      >
        {team.revokeText}
      </ConfirmDelete>
    </Stack>
  );
}
