import { Button, Group, Stack, Text } from '@mantine/core';
import { fetchSession, type Session } from '../api/session.ts';
import { SignInForm } from '../features/sign-in/sign-in-form.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { useTexts } from '../texts/texts.tsx';

interface SignInAgainProps {
  email: string;
  opened: boolean;
  onSignedIn: (person: Session['person']) => void;
  onOther: () => void;
  onClose: () => void;
}

/** Shown on top of the page on which the session ended, so that no work on it is lost. */
export function SignInAgain({ email, opened, onSignedIn, onOther, onClose }: SignInAgainProps) {
  const { signIn } = useTexts();
  return (
    // Above any dialog that sent the request. Escape is disabled, because it would close that dialog as well.
    <Dialog opened={opened} onClose={onClose} title={signIn.again} zIndex={400} closeOnEscape={false}>
      <Stack>
        <Text size="sm">{signIn.againLead}</Text>
        <div>
          <SignInForm
            email={email}
            again
            onSignedIn={async () => onSignedIn((await fetchSession()).person)}
          />
        </div>
        <Group justify="flex-end" gap="xs">
          <Button variant="subtle" size="compact-sm" onClick={onOther}>
            {signIn.asSomebodyElse}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
