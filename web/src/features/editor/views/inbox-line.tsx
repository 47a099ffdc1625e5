import { Avatar, Box, Group, Text } from '@mantine/core';
import { useRead } from '../../../api/queries.ts';
import { useStore } from '../../../api/session.ts';
import type { EmailTexts } from '../page/drawn-mail.ts';
import { useViewTexts } from '../session/use-view-texts.ts';

interface InboxSender {
  isDefault: boolean;
  fromName?: string;
  /** The sender address, for an SMTP server. */
  fromAddress?: string;
  /** The masked address of a mailbox. */
  address?: string;
}

/** The default sender of emails, used unless a step overrides it. */
function useSenderName(): string {
  const texts = useViewTexts();
  const store = useStore();
  const all = { limit: 100 };
  const servers = useRead<{ items: InboxSender[] }>('/smtp-configs', all);
  const mailboxes = useRead<{ items: InboxSender[] }>('/senders', all);
  const known = [...(servers.data?.items ?? []), ...(mailboxes.data?.items ?? [])];
  const sender = known.find(({ isDefault }) => isDefault) ?? known[0];
  if (!sender) return store.name || texts.sender;
  return sender.fromName || sender.fromAddress || sender.address || store.name;
}

/** About as much as an inbox shows. */
const BEGINNING = 200;

/** The email as a line in an inbox: sender, subject and preview. */
export function InboxLine({ words: { subject, previewText, text } }: { words: EmailTexts }) {
  const texts = useViewTexts();
  const sender = useSenderName();
  const beginning = text.replace(/\s+/g, ' ').trim().slice(0, BEGINNING);
  return (
    <Box px="md" py="sm" style={{ borderBottom: '1px solid var(--outstep-line)' }}>
      <Group component="section" aria-label={texts.inboxLine} gap="sm" wrap="nowrap">
        <Avatar radius="xl" aria-hidden>
          {[...sender][0]?.toUpperCase()}
        </Avatar>
        <Box miw={0} flex={1}>
          <Text size="sm" fw={700} truncate>
            {sender}
          </Text>
          <Text size="sm" fw={600} truncate>
            {subject || texts.noSubject}
          </Text>
          <Text size="sm" c="dimmed" truncate>
            {previewText || beginning}
          </Text>
        </Box>
      </Group>
      {previewText === '' && beginning !== '' && (
        <Text size="xs" c="dimmed" mt={4}>
          {texts.begins}
        </Text>
      )}
    </Box>
  );
}
