import { ActionIcon, Button, Group, Input, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus, IconX } from '@tabler/icons-react';
import { LiquidField } from '../../parts/liquid-field.tsx';
import { NumberField } from '../../parts/number-field.tsx';
import { useTexts } from '../../texts/texts.tsx';
import type { RequestValues } from './request-form.ts';

interface HeaderFieldsProps {
  form: UseFormReturnType<RequestValues>;
  names: readonly string[];
}

function HeaderFields({ form, names }: HeaderFieldsProps) {
  const { httpRequests } = useTexts();
  const { headers } = form.getValues();
  return (
    <Stack gap="xs" role="group" aria-label={httpRequests.headers}>
      <Input.Label component="div">{httpRequests.headers}</Input.Label>
      {headers.length === 0 && (
        <Text size="sm" c="dimmed">
          {httpRequests.noHeaders}
        </Text>
      )}
      {headers.map((_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified only by its position
        <Group key={line} gap="xs" wrap="nowrap" align="flex-start">
          <TextInput
            flex="2 1 0"
            miw={0}
            aria-label={httpRequests.headerName(line + 1)}
            spellCheck={false}
            autoComplete="off"
            {...form.getInputProps(`headers.${line}.name`)}
          />
          <LiquidField
            flex="3 1 0"
            miw={0}
            name={httpRequests.headerValue(line + 1)}
            names={names}
            {...form.getInputProps(`headers.${line}.value`)}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={httpRequests.removeHeader(line + 1)}
            onClick={() => form.removeListItem('headers', line)}
          >
            <IconX size={16} />
          </ActionIcon>
        </Group>
      ))}
      <Button
        variant="default"
        size="xs"
        style={{ alignSelf: 'flex-start' }}
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => form.insertListItem('headers', { name: '', value: '' })}
      >
        {httpRequests.addHeader}
      </Button>
    </Stack>
  );
}

const methods: RequestValues['method'][] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

interface RequestFieldsProps {
  form: UseFormReturnType<RequestValues>;
  /** Variables and secrets to suggest. */
  names: readonly string[];
}

export function RequestFields({ form, names }: RequestFieldsProps) {
  const { httpRequests } = useTexts();
  const timeout = form.getInputProps('timeoutMs');
  return (
    <>
      <TextInput
        label={httpRequests.name}
        description={httpRequests.nameHint}
        maxLength={200}
        {...form.getInputProps('name')}
      />
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Select
          label={httpRequests.method}
          w={120}
          style={{ flexShrink: 0 }}
          data={methods}
          allowDeselect={false}
          {...form.getInputProps('method')}
        />
        <LiquidField
          flex={1}
          miw={0}
          label={httpRequests.url}
          name={httpRequests.url}
          names={names}
          {...form.getInputProps('url')}
        />
      </Group>
      <HeaderFields form={form} names={names} />
      <LiquidField
        multiline
        label={httpRequests.body}
        description={httpRequests.bodyHint}
        name={httpRequests.body}
        names={names}
        {...form.getInputProps('body')}
      />
      <NumberField
        label={httpRequests.timeout}
        min={1}
        max={30}
        isWhole
        maw={320}
        {...timeout}
        value={timeout.value / 1000}
        onChange={(seconds) => timeout.onChange(Number(seconds) * 1000)}
      />
      <Textarea
        label={httpRequests.description}
        autosize
        minRows={2}
        maxLength={2000}
        {...form.getInputProps('description')}
      />
    </>
  );
}
