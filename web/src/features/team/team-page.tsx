import { Button, Stack, Text } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useMay } from '../../api/session.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { useSearchParams } from '../../parts/search-params.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Invitations } from './invitations.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { Members } from './members.tsx';

export function Page() {
  const { team, pages } = useTexts();
  const owner = useMay('owner');
  const [params, change] = useSearchParams();
  return (
    <>
      <PageHeader title={pages.team} lead={team.lead}>
        {owner && (
          <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => change({ new: '1' })}>
            {team.invite}
          </Button>
        )}
      </PageHeader>
      <Stack gap="xl">
        <Members />
        {owner ? (
          <Invitations />
        ) : (
          <Text size="sm" c="dimmed">
            {team.ownersInvite}
          </Text>
        )}
      </Stack>
      {owner && <InviteDialog opened={params['new'] === '1'} onClose={() => change({ new: null })} />}
    </>
  );
}
