import { Badge, Button, Text } from '@mantine/core';
import { authApi } from '../../api/client.ts';
import { useErrorText } from '../../api/error-text.ts';
import { notify, notifyFailure } from '../../parts/notify.ts';
import { Section } from '../../parts/section.tsx';
import { useFormats } from '../../texts/formats.ts';
import { useTexts } from '../../texts/texts.tsx';
import { useDeviceName } from './device-name.ts';
import { useAccountWrite, useDevices } from './queries.ts';
import { Rows } from './rows.tsx';

/** Where the person is signed in; each can be signed out from here. */
export function Devices() {
  const { account } = useTexts();
  const formats = useFormats();
  const errorText = useErrorText();
  const devices = useDevices();
  const end = useAccountWrite((token: string) => authApi.post('/revoke-session', { token }));
  const endOthers = useAccountWrite(() => authApi.post('/revoke-other-sessions', {}));
  const said = (work: Promise<unknown>, text: string) =>
    void work.then(
      () => notify(text),
      (error: unknown) => notifyFailure(errorText(error)),
    );
  const nameOf = useDeviceName();
  return (
    <Section
      title={account.sessions}
      hint={account.sessionsHint}
      action={
        (devices.data?.length ?? 0) > 1 && (
          <Button
            variant="default"
            loading={endOthers.isPending}
            onClick={() => said(endOthers.mutateAsync(), account.othersEnded)}
          >
            {account.endOthers}
          </Button>
        )
      }
    >
      <Rows label={account.sessions} of={devices}>
        {({ token, userAgent, ipAddress, createdAt, seenAt, expiresAt, isThis }) => (
          <>
            <div>
              <Text size="sm" fw={600}>
                {nameOf(userAgent)}{' '}
                {isThis && (
                  <Badge size="sm" component="span">
                    {account.thisDevice}
                  </Badge>
                )}
              </Text>
              <Text size="xs" c="dimmed">
                {[account.signedIn(formats.relative(createdAt)), ipAddress].filter(Boolean).join(' · ')}
              </Text>
              <Text size="xs" c="dimmed">
                {[
                  !isThis && account.lastUsed(formats.relative(seenAt)),
                  account.endsAt(formats.relative(expiresAt)),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            </div>
            {!isThis && (
              <Button
                size="xs"
                variant="default"
                aria-label={account.endSessionOf(nameOf(userAgent))}
                onClick={() => said(end.mutateAsync(token), account.sessionEnded)}
              >
                {account.endSession}
              </Button>
            )}
          </>
        )}
      </Rows>
    </Section>
  );
}
