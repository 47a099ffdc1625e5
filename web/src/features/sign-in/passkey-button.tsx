import { Button, Divider, Stack } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { useErrorText } from '../../api/error-text.ts';
import { FormFailure } from '../../parts/failure.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { PasskeyCanceled } from './passkeys.ts';

/** An alternative sign-in, below a form. */
export function PasskeyButton({ label, run }: { label: string; run: () => Promise<void> }) {
  const { signIn } = useTexts();
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const start = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await run();
    } catch (error) {
      setFailure(error instanceof PasskeyCanceled ? signIn.passkeyStopped : errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack mt="md">
      <Divider label={signIn.or} />
      <FormFailure text={failure} />
      <Button
        variant="default"
        fullWidth
        loading={busy}
        onClick={() => void start()}
        leftSection={<IconFingerprint size={18} aria-hidden />}
      >
        {label}
      </Button>
    </Stack>
  );
}
