import { Anchor, Badge, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useErrorText } from '../../api/error-text.ts';
import { useMay, useStore } from '../../api/session.ts';
import { CodeBlock } from '../../parts/copy.tsx';
import { Failure, FormFailure } from '../../parts/failure.tsx';
import { Section } from '../../parts/section.tsx';
import { Time } from '../../parts/time.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { useCreateSigningSecret, useSigningSecrets } from './queries.ts';
import { RevealOnceDialog } from './reveal-once-dialog.tsx';
import { StepSamples } from './step-sample-tabs.tsx';

/**
 * The secrets a workflow platform signs its calls with. Two work at a time, so that one can replace the
 * other.
 */
export function SigningSecrets() {
  const { developer } = useTexts();
  const store = useStore();
  const owner = useMay('owner');
  const secrets = useSigningSecrets();
  const [making, setMaking] = useState(false);
  const live = secrets.data?.items ?? [];
  return (
    <Section
      title={developer.signing}
      hint={developer.signingHint}
      action={
        owner &&
        secrets.isSuccess && (
          <Button variant="default" onClick={() => setMaking(true)}>
            {live.length === 0 ? developer.makeSecret : developer.rotate}
          </Button>
        )
      }
    >
      <Text size="sm">{developer.platformAddress}</Text>
      <CodeBlock
        label={developer.platformAddressLabel}
        text={`${window.location.origin}/platforms/generic/${store.id}/http-request\n${window.location.origin}/platforms/generic/${store.id}/send-email`}
      />
      {secrets.isError ? (
        <Failure error={secrets.error} retry={secrets.refetch} />
      ) : secrets.isPending ? (
        <Skeleton height={40} />
      ) : live.length === 0 ? (
        <Text size="sm">{developer.noSecrets}</Text>
      ) : (
        <Stack
          component="ul"
          aria-label={developer.signingSecrets}
          gap="xs"
          p={0}
          m={0}
          style={{ listStyle: 'none' }}
        >
          {live.map(({ id, createdAt }, at) => (
            <Group key={id} component="li" justify="space-between" gap="sm">
              <Group gap="sm">
                <Badge color={at === 0 ? 'pine' : 'gray'}>
                  {at === 0 ? developer.newest : developer.former}
                </Badge>
                <Text size="sm">{at === 0 ? developer.newestHint : developer.formerHint}</Text>
              </Group>
              <Text size="sm" c="dimmed" component="div">
                {developer.made} <Time of={createdAt} />
              </Text>
            </Group>
          ))}
        </Stack>
      )}
      <Title order={3} size="md">
        {developer.sample}
      </Title>
      <StepSamples />
      <Text size="sm">
        {developer.platformGuide}{' '}
        <Anchor href="/guides/steps.md" target="_blank" rel="noopener" inherit>
          {developer.stepsGuide}
        </Anchor>
        {', '}
        <Anchor href="/guides/shopify-flow.md" target="_blank" rel="noopener" inherit>
          Shopify Flow
        </Anchor>
      </Text>
      <MakeSecret opened={making} onClose={() => setMaking(false)} live={live.length} />
    </Section>
  );
}

function MakeSecret({ opened, onClose, live }: { opened: boolean; onClose: () => void; live: number }) {
  const { developer, common } = useTexts();
  const create = useCreateSigningSecret();
  const errorText = useErrorText();
  const [secret, setSecret] = useState<string | null>(null);
  const make = () => create.mutate(undefined, { onSuccess: ({ secret }) => setSecret(secret) });
  return (
    <RevealOnceDialog
      opened={opened}
      onClose={onClose}
      onClosed={() => {
        setSecret(null);
        create.reset();
      }}
      title={live === 0 ? developer.makeSecret : developer.rotate}
      revealed={
        secret === null
          ? null
          : {
              title: developer.secretMade,
              label: developer.secret,
              text: secret,
              hint: developer.secretOnce,
              below: <StepSamples secret={secret} />,
            }
      }
    >
      <Stack>
        <Text size="sm">{developer.makeTexts[Math.min(live, 2)]}</Text>
        <FormFailure text={create.isError ? errorText(create.error) : null} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            {common.cancel}
          </Button>
          <Button onClick={make} loading={create.isPending}>
            {developer.makeSecret}
          </Button>
        </Group>
      </Stack>
    </RevealOnceDialog>
  );
}
