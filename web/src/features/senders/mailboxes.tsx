import { Alert, Badge, Box, Button, Group, Menu, Skeleton, Stack, Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBrandGoogle,
  IconBrandWindows,
  IconRefresh,
  IconStar,
  IconUnlink,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useErrorText } from '../../api/error-text.ts';
import { useMay } from '../../api/session.ts';
import { ConfirmDelete } from '../../parts/confirm.tsx';
import { Failure } from '../../parts/failure.tsx';
import { notify, notifyFailure } from '../../parts/notify.ts';
import { RowMenu } from '../../parts/row-menu.tsx';
import { Section } from '../../parts/section.tsx';
import { Time } from '../../parts/time.tsx';
import { useTexts } from '../../texts/texts.tsx';
import {
  type Mailbox,
  type MailboxProvider,
  useConnect,
  useDisconnect,
  useMailboxes,
  useProviders,
  useSetDefaultSender,
} from './queries.ts';

const icons = { google: IconBrandGoogle, microsoft: IconBrandWindows };

/** Mailboxes to send from, and buttons to connect one. */
export function Mailboxes() {
  const { mailboxes } = useTexts();
  const editor = useMay('editor');
  const list = useMailboxes();
  const providers = useProviders();
  const error = list.error ?? providers.error;
  const items = list.data?.items ?? [];
  return (
    <Box mt="lg">
      <Section title={mailboxes.title} hint={mailboxes.hint}>
        {error ? (
          <Failure error={error} retry={() => Promise.all([list.refetch(), providers.refetch()])} />
        ) : !list.data || !providers.data ? (
          <Skeleton height={60} />
        ) : (
          <>
            {items.length > 0 ? (
              <List items={items} />
            ) : (
              <Text size="sm">
                {editor ? mailboxes.none : `${mailboxes.none} ${mailboxes.editorsConnect}`}
              </Text>
            )}
            <Connecting states={providers.data.items} />
          </>
        )}
      </Section>
    </Box>
  );
}

/** Starts connecting at the provider; notifies if that fails. */
function useStart() {
  const connect = useConnect();
  const errorText = useErrorText();
  const start = (provider: MailboxProvider) =>
    connect.mutate(provider, { onError: (error) => notifyFailure(errorText(error)) });
  // Busy until the provider's page has loaded.
  const busy = connect.isPending || connect.isSuccess ? connect.variables : null;
  return { start, busy };
}

function Connecting({ states }: { states: { provider: MailboxProvider; isSetUp: boolean }[] }) {
  const { mailboxes } = useTexts();
  const editor = useMay('editor');
  const { start, busy } = useStart();
  const ready = states.filter(({ isSetUp }) => isSetUp);
  const missing = states.filter(({ isSetUp }) => !isSetUp);
  const [first] = missing;
  return (
    <>
      {editor && ready.length > 0 && (
        <Group gap="xs">
          {ready.map(({ provider }) => {
            const Picture = icons[provider];
            return (
              <Button
                key={provider}
                variant="default"
                leftSection={<Picture size={18} aria-hidden />}
                loading={busy === provider}
                onClick={() => start(provider)}
              >
                {mailboxes.connect[provider]}
              </Button>
            );
          })}
        </Group>
      )}
      {first && (
        <Text size="sm" c="dimmed">
          {mailboxes.notSetUp[missing.length > 1 ? 'both' : first.provider]}
        </Text>
      )}
    </>
  );
}

function List({ items }: { items: Mailbox[] }) {
  const { mailboxes } = useTexts();
  const disconnect = useDisconnect();
  // Kept while the dialog closes, so that its title does not change.
  const [leaving, setLeaving] = useState<Mailbox | null>(null);
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Stack component="ul" aria-label={mailboxes.list} gap="md" p={0} m={0} style={{ listStyle: 'none' }}>
        {items.map((mailbox) => (
          <li key={mailbox.id}>
            <MailboxRow
              of={mailbox}
              onDisconnect={() => {
                setLeaving(mailbox);
                setAsking(true);
              }}
            />
          </li>
        ))}
      </Stack>
      <ConfirmDelete
        opened={asking}
        title={mailboxes.disconnectTitle(leaving?.address ?? '')}
        action={mailboxes.disconnect}
        onClose={() => setAsking(false)}
        run={async () => {
          await disconnect.mutateAsync(leaving?.id ?? '');
          notify(mailboxes.disconnected);
        }}
      >
        {mailboxes.disconnectText}
      </ConfirmDelete>
    </>
  );
}

function MailboxRow({ of: mailbox, onDisconnect }: { of: Mailbox; onDisconnect: () => void }) {
  const { mailboxes, senders } = useTexts();
  const editor = useMay('editor');
  const { start, busy } = useStart();
  const { provider, address, status, isDefault, connectedAt } = mailbox;
  const Picture = icons[provider];
  return (
    <Stack gap="xs">
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Group gap="sm" wrap="nowrap" miw={0}>
          <Picture size={22} stroke={1.6} aria-hidden style={{ flexShrink: 0 }} />
          <Box miw={0}>
            <Group gap={6}>
              <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
                {address}
              </Text>
              {isDefault && <Badge size="sm">{senders.isDefault}</Badge>}
              {status === 'reconnect' && (
                <Badge size="sm" color="red">
                  {mailboxes.lost}
                </Badge>
              )}
            </Group>
            <Text size="xs" c="dimmed" component="div">
              {mailboxes.names[provider]}
              {status === 'connected' && (
                <>
                  {` · ${mailboxes.since} `}
                  <Time of={connectedAt} absolute />
                </>
              )}
            </Text>
          </Box>
        </Group>
        {editor && <Actions of={mailbox} onConnect={() => start(provider)} onDisconnect={onDisconnect} />}
      </Group>
      {status === 'reconnect' && (
        <Alert color="red" variant="light" icon={<IconAlertTriangle />} py="xs">
          <Stack gap="xs" align="flex-start">
            <Text size="sm">{mailboxes.reconnectHint}</Text>
            {editor && (
              <Button size="xs" variant="default" loading={busy === provider} onClick={() => start(provider)}>
                {mailboxes.connectAgain}
              </Button>
            )}
          </Stack>
        </Alert>
      )}
    </Stack>
  );
}

interface ActionsProps {
  of: Mailbox;
  onConnect: () => void;
  onDisconnect: () => void;
}

function Actions({ of: { id, address, isDefault }, onConnect, onDisconnect }: ActionsProps) {
  const { mailboxes, senders } = useTexts();
  const makeDefault = useSetDefaultSender('senders');
  const errorText = useErrorText();
  const choose = () =>
    makeDefault.mutate(id, {
      onSuccess: () => notify(senders.nowDefault(address)),
      onError: (error) => notifyFailure(errorText(error)),
    });
  return (
    <RowMenu name={address}>
      {!isDefault && (
        <Menu.Item leftSection={<IconStar size={16} aria-hidden />} onClick={choose}>
          {senders.makeDefault}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconRefresh size={16} aria-hidden />} onClick={onConnect}>
        {mailboxes.connectAgain}
      </Menu.Item>
      <Menu.Item leftSection={<IconUnlink size={16} aria-hidden />} onClick={onDisconnect}>
        {mailboxes.disconnect}
      </Menu.Item>
    </RowMenu>
  );
}
