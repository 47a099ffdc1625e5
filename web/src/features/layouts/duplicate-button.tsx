import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useStore } from '../../api/session.ts';
import { storePath } from '../../parts/store-path.ts';
import { useTexts } from '../../texts/texts.tsx';
import type { Layout } from './queries.ts';
import { useDuplicate } from './use-duplicate.ts';

/** Makes a copy of the layout as it is saved, and goes there. */
export function DuplicateButton({ layout }: { layout: Layout }) {
  const { layouts } = useTexts();
  const store = useStore();
  const navigate = useNavigate();
  const duplicate = useDuplicate();
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    const copy = await duplicate(layout);
    setBusy(false);
    if (copy !== null) await navigate({ to: storePath(store.id, `layouts/${copy}`) });
  };
  return (
    <Button
      variant="default"
      leftSection={<IconCopy size={16} aria-hidden />}
      loading={busy}
      onClick={() => void run()}
    >
      {layouts.duplicateLayout}
    </Button>
  );
}
