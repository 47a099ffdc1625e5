import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useRefreshSession, useStore } from '../../api/session.ts';
import { ConfirmDelete } from '../../parts/confirm.tsx';
import { notify } from '../../parts/notify.ts';
import { Section } from '../../parts/section.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { useDeleteStore } from './queries.ts';

export function DeleteStore() {
  const { settings } = useTexts();
  const { name } = useStore();
  const [asking, setAsking] = useState(false);
  const remove = useDeleteStore();
  const navigate = useNavigate();
  const refreshSession = useRefreshSession();
  const run = async () => {
    await remove.mutateAsync(name);
    notify(settings.storeDeleted(name));
    await refreshSession();
    await navigate({ to: '/' });
  };
  return (
    <Section
      title={settings.deleteStore}
      hint={settings.deleteStoreHint}
      action={
        <Button variant="default" onClick={() => setAsking(true)}>
          {settings.deleteStore}
        </Button>
      }
    >
      <ConfirmDelete
        opened={asking}
        title={settings.deleteStoreTitle(name)}
        typing={name}
        run={run}
        onClose={() => setAsking(false)}
      >
        {settings.deleteStoreText}
      </ConfirmDelete>
    </Section>
  );
}
