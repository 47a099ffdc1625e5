import { Button, Group, Radio, Stack, Switch, Text, Textarea } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus } from '@tabler/icons-react';
import type { Texts } from '../../texts/en/index.ts';
import { useTexts } from '../../texts/texts.tsx';
import type { Permissions } from './queries.ts';

/** Where a secret may be sent, as form values. */
export interface PermissionValues extends Record<string, unknown> {
  reach: 'listed' | 'any';
  /** One host per line. */
  hosts: string;
  allowInEmail: boolean;
}

const hostsIn = (lines: string) =>
  lines
    .split(/[\s,]+/)
    .map((host) => host.trim())
    .filter(Boolean);

export const permissionsOf = ({ reach, hosts, allowInEmail }: PermissionValues): Permissions => ({
  hosts: reach === 'any' ? null : hostsIn(hosts),
  allowInEmail,
});

/** Without any host, a secret is only useful in emails. */
export const validateHosts =
  ({ secrets }: Texts) =>
  (hosts: string, { reach, allowInEmail }: PermissionValues) =>
    reach === 'listed' && !allowInEmail && hostsIn(hosts).length === 0 ? secrets.hostRequired : null;

interface PermissionFieldsProps<Values extends PermissionValues> {
  form: UseFormReturnType<Values>;
  /** Hosts of the HTTP requests that use the secret. */
  proposed?: readonly string[];
}

export function PermissionFields<Values extends PermissionValues>({
  form,
  proposed = [],
}: PermissionFieldsProps<Values>) {
  const { secrets } = useTexts();
  const { reach, hosts } = form.values;
  const [, hostError] = Object.entries(form.errors).find(([field]) => field.startsWith('hosts')) ?? [];
  const missing = proposed.filter((host) => !hostsIn(hosts).includes(host));
  const add = (host: string) =>
    form.setFieldValue('hosts' as never, [...hostsIn(hosts), host].join('\n') as never);
  return (
    <>
      <Radio.Group label={secrets.sentTo} {...form.getInputProps('reach')}>
        <Stack gap="xs" mt={6}>
          <Radio value="listed" label={secrets.onlyTheseHosts} />
          {reach === 'listed' && (
            <Stack gap={6} ml={28}>
              <Textarea
                aria-label={secrets.hosts}
                description={secrets.hostsHint}
                autosize
                minRows={2}
                maxRows={8}
                styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
                spellCheck={false}
                autoCapitalize="none"
                {...form.getInputProps('hosts')}
                error={hostError}
              />
              {missing.length > 0 && (
                <Group gap={6}>
                  <Text size="xs" c="dimmed">
                    {secrets.proposedHosts}
                  </Text>
                  {missing.map((host) => (
                    <Button
                      key={host}
                      size="compact-xs"
                      variant="default"
                      leftSection={<IconPlus size={12} aria-hidden />}
                      aria-label={secrets.addHost(host)}
                      onClick={() => add(host)}
                    >
                      {host}
                    </Button>
                  ))}
                </Group>
              )}
            </Stack>
          )}
          <Radio value="any" label={secrets.anyHost} description={secrets.anyHostHint} />
        </Stack>
      </Radio.Group>
      <Switch
        label={secrets.allowInEmail}
        description={secrets.allowInEmailHint}
        {...form.getInputProps('allowInEmail', { type: 'checkbox' })}
      />
    </>
  );
}
