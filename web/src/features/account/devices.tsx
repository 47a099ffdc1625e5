import { Badge, Button, Text } from '@mantine/core';
import { authApi } from '../../api/client.ts';
import { useErrorText } from '../../api/error-text.ts';
import { notify, notifyFailure } from '../../parts/notify.ts';
import { Section } from '../../parts/section.tsx';
import { useFormats } from '../../texts/formats.ts';
import { useTexts } from '../../texts/texts.tsx';
import { useOperationTexts } from '../../texts/use-operation-texts.ts';
import { useAccountWrite, useDevices, useSignInEvents } from './queries.ts';
import { Rows } from './rows.tsx';

const browsers: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrom(e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

const firstOf = (known: [RegExp, string][], text: string) => known.find(([sign]) => sign.test(text))?.[1];

/** Browser and system according to the user agent; `null` if neither is recognized. */
function deviceOf(userAgent: string | null): { browser: string; system: string } | null {
  const browser = firstOf(browsers, userAgent ?? '');
  const system = firstOf(systems, userAgent ?? '');
  return browser && system ? { browser, system } : null;
}

/** Names a device in the reader's language. */
function useDeviceName() {
  const { account } = useTexts();
  return (userAgent: string | null) => {
    const device = deviceOf(userAgent);
    return device ? account.device(device.browser, device.system) : account.unknownDevice;
  };
}

/** Where the person is signed in; each can be signed out from here. */
export function Devices() {
  const { account } = useTexts();
  const formats = useFormats();
  const errorText = useErrorText();
  const devices = useDevices();
  const end = useAccountWrite((token: string) => authApi.post('/revoke-session', { token }));
  const endOthers = useAccountWrite(() => authApi.post('/revoke-other-sessions', {}));
  const notifyWhenDone = (work: Promise<unknown>, text: string) =>
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
            onClick={() => notifyWhenDone(endOthers.mutateAsync(), account.othersEnded)}
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
                onClick={() => notifyWhenDone(end.mutateAsync(token), account.sessionEnded)}
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

/** Sign-ins and changes to sign-in methods, so that the person notices those of someone else. */
export function SignInEvents() {
  const { account, common } = useTexts();
  const operations = useOperationTexts();
  const formats = useFormats();
  const nameOf = useDeviceName();
  return (
    <Section title={account.events} hint={account.eventsHint}>
      <Rows label={account.events} of={useSignInEvents()} empty={common.nothingFound}>
        {({ operation, at, address, agent, byOperator }) => (
          <div>
            <Text size="sm" fw={600}>
              {operations[operation] ?? operation}
            </Text>
            <Text size="xs" c="dimmed">
              {[formats.relative(at), byOperator ? common.theOperator : nameOf(agent), address]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          </div>
        )}
      </Rows>
    </Section>
  );
}
