import { Group, Select, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { LiquidField } from '../../parts/liquid-field.tsx';
import { NumberField } from '../../parts/number-field.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { HeaderFields } from './header-fields.tsx';
import type { RequestValues } from './request-form.ts';

const methods: RequestValues['method'][] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

interface RequestFieldsProps {
  form: UseFormReturnType<RequestValues>;
  /** What can be filled in. */
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
