import { Anchor, Button, Checkbox, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useErrorText } from '../../api/error-text.ts';
import { useSubmit } from '../../api/forms.ts';
import { ConfirmDelete } from '../../parts/confirm.tsx';
import { CopyOnceContent } from '../../parts/copy.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Failure } from '../../parts/failure.tsx';
import { notify, notifyFailure } from '../../parts/notify.ts';
import { Section } from '../../parts/section.tsx';
import { Time } from '../../parts/time.tsx';
import { translateSentence } from '../../texts/said.ts';
import { useTexts } from '../../texts/texts.tsx';
import {
  type AlertKind,
  useRemoveWebhook,
  useSetWebhook,
  useTestWebhook,
  useWebhook,
  type Webhook,
} from './queries.ts';
import { useAlertTexts } from './use-alert-texts.ts';

/** The store's webhook for alerts; for owners. */
export function WebhookSection() {
  const texts = useAlertTexts();
  const webhook = useWebhook();
  const [doing, setDoing] = useState<'set' | 'remove' | null>(null);
  const close = () => setDoing(null);
  const held = webhook.data?.webhook ?? null;
  return (
    <Section
      title={texts.webhook}
      hint={texts.webhookHint}
      action={
        webhook.isSuccess && (
          <Button variant="default" onClick={() => setDoing('set')}>
            {held ? texts.changeWebhook : texts.addWebhook}
          </Button>
        )
      }
    >
      {webhook.isError ? (
        <Failure error={webhook.error} retry={webhook.refetch} />
      ) : webhook.isPending ? (
        <Skeleton height={60} />
      ) : held ? (
        <Held webhook={held} onRemove={() => setDoing('remove')} />
      ) : (
        <Text size="sm">{texts.noWebhook}</Text>
      )}
      <Text size="sm">
        {texts.guide}{' '}
        <Anchor href="/guides/alerts.md" target="_blank" rel="noopener" inherit>
          {texts.guideName}
        </Anchor>
      </Text>
      <SetWebhook opened={doing === 'set'} kinds={held?.kinds ?? null} onClose={close} />
      <RemoveWebhook opened={doing === 'remove'} onClose={close} />
    </Section>
  );
}

function Held({ webhook, onRemove }: { webhook: Webhook; onRemove: () => void }) {
  const texts = useAlertTexts();
  const { said } = useTexts();
  const errorText = useErrorText();
  const test = useTestWebhook();
  const run = () =>
    test.mutate(undefined, {
      onSuccess: ({ error }) =>
        error ? notifyFailure(translateSentence(said, error)) : notify(texts.testTaken),
      onError: (error) => notifyFailure(errorText(error)),
    });
  const { host, kinds, lastAt, lastError } = webhook;
  return (
    <Stack>
      <Facts
        facts={[
          [texts.host, host],
          [texts.which, kinds.map((kind) => texts.kinds[kind]).join(', ') || '–'],
          [
            texts.lastPost,
            lastAt ? (
              <Text key="last" component="span" inherit>
                <Time of={lastAt} />,{' '}
                {lastError ? `${texts.notTaken}: ${translateSentence(said, lastError)}` : texts.taken}
              </Text>
            ) : (
              texts.never
            ),
          ],
        ]}
      />
      <Group gap="xs">
        <Button variant="default" onClick={run} loading={test.isPending}>
          {texts.test}
        </Button>
        <Button variant="subtle" color="red" onClick={onRemove}>
          {texts.removeWebhook}
        </Button>
      </Group>
    </Stack>
  );
}

function RemoveWebhook({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const texts = useAlertTexts();
  const { common } = useTexts();
  const remove = useRemoveWebhook();
  return (
    <ConfirmDelete
      opened={opened}
      title={texts.removeTitle}
      action={texts.removeWebhook}
      onClose={onClose}
      run={async () => {
        await remove.mutateAsync();
        notify(common.deleted);
      }}
    >
      {texts.removeText}
    </ConfirmDelete>
  );
}

interface SetWebhookProps {
  opened: boolean;
  /** The kinds of the webhook that is being replaced. */
  kinds: AlertKind[] | null;
  onClose: () => void;
}

function SetWebhook({ opened, kinds, onClose }: SetWebhookProps) {
  const texts = useAlertTexts();
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => setSecret(null)}
      title={secret === null ? texts.addWebhook : texts.secretTitle}
      size="lg"
      withCloseButton={secret === null}
      closeOnEscape={secret === null}
      closeOnClickOutside={secret === null}
    >
      {secret === null ? (
        <WebhookForm kinds={kinds} onClose={onClose} onMade={setSecret} />
      ) : (
        <CopyOnceContent label={texts.secret} text={secret} hint={texts.secretOnce} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface WebhookFormProps {
  kinds: AlertKind[] | null;
  onClose: () => void;
  onMade: (secret: string) => void;
}

function WebhookForm({ kinds, onClose, onMade }: WebhookFormProps) {
  const texts = useAlertTexts();
  const { common } = useTexts();
  const set = useSetWebhook();
  const all = Object.keys(texts.kinds) as AlertKind[];
  const form = useForm<{ url: string; kinds: AlertKind[] }>({
    initialValues: { url: '', kinds: kinds ?? all },
  });
  const sending = useSubmit(form, async (values) => onMade((await set.mutateAsync(values)).secret));
  return (
    <DialogForm {...sending} action={common.save} onClose={onClose}>
      <TextInput
        data-autofocus
        label={texts.url}
        description={texts.urlHint}
        placeholder="https://example.com/alerts"
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('url')}
      />
      <Checkbox.Group label={texts.which} {...form.getInputProps('kinds')}>
        <Stack gap="xs" mt={6}>
          {all.map((kind) => (
            <Checkbox key={kind} value={kind} label={texts.kinds[kind]} />
          ))}
        </Stack>
      </Checkbox.Group>
    </DialogForm>
  );
}
