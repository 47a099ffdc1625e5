import { Checkbox, Group, Radio, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type Level, levels } from 'outstep/kernel/access-levels.ts';
import { useState } from 'react';
import { useSubmit } from '../../api/forms.ts';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { useCreateKey } from './queries.ts';
import { RevealOnceDialog } from './reveal-once-dialog.tsx';
import { Snippets } from './snippet-tabs.tsx';

const expiries = ['never', '30', '90', '365', 'date'] as const;
type Expiry = (typeof expiries)[number];

const DAY_MS = 86_400_000;
const twoDigits = (number: number) => String(number).padStart(2, '0');

/** Formatted for a date input, in the reader's time zone. */
function today(now = new Date()): string {
  return `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`;
}

/**
 * When a key expires: after a number of days, or at the end of a day in the reader's time zone; `null` for
 * never.
 */
function expiresAt(expiry: Expiry, day: string, now = Date.now()): string | null {
  if (expiry === 'never') return null;
  const end = expiry === 'date' ? new Date(`${day}T23:59:59`) : new Date(now + Number(expiry) * DAY_MS);
  return end.toISOString();
}

interface CreatedKey {
  name: string;
  key: string;
  level: Level;
}

export function CreateKeyDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { developer } = useTexts();
  const [made, setMade] = useState<CreatedKey | null>(null);
  return (
    <RevealOnceDialog
      opened={opened}
      onClose={onClose}
      onClosed={() => setMade(null)}
      title={developer.createKey}
      revealed={
        made && {
          title: developer.keyMade(made.name),
          label: developer.key,
          text: made.key,
          hint: developer.keyOnce,
          below: <Snippets apiKey={made.key} level={made.level} />,
        }
      }
    >
      <KeyForm onClose={onClose} onMade={setMade} />
    </RevealOnceDialog>
  );
}

interface KeyValues extends Record<string, unknown> {
  name: string;
  level: Level;
  expiry: Expiry;
  expiresAt: string;
  allowedAddresses: string;
  recipientSearch: boolean;
}

function KeyForm({ onClose, onMade }: { onClose: () => void; onMade: (made: CreatedKey) => void }) {
  const { developer, common } = useTexts();
  const create = useCreateKey();
  const form = useForm<KeyValues>({
    initialValues: {
      ...{ name: '', level: 'read', expiry: 'never', expiresAt: '' },
      ...{ allowedAddresses: '', recipientSearch: false },
    },
    validate: {
      expiresAt: (day, { expiry }) => (expiry === 'date' && !(day > today()) ? developer.expiryPast : null),
    },
  });
  const sending = useSubmit(form, async ({ expiry, expiresAt: day, ...fields }) => {
    const { name, level } = fields;
    const end = expiresAt(expiry, day);
    const { key } = await create.mutateAsync({
      ...fields,
      ...(end && { expiresAt: end }),
    });
    onMade({ name, key, level });
  });
  return (
    <DialogForm {...sending} action={developer.create} onClose={onClose}>
      <TextInput
        data-autofocus
        label={common.name}
        description={developer.keyNameHint}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <Radio.Group label={developer.level} {...form.getInputProps('level')}>
        <Stack gap="xs" mt={6}>
          {levels.map((level) => (
            <Radio
              key={level}
              value={level}
              label={developer.levels[level]}
              description={developer.levelHints[level]}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Group align="flex-start" grow>
        <Select
          label={developer.expiry}
          data={expiries.map((value) => ({ value, label: developer.expiries[value] }))}
          allowDeselect={false}
          {...form.getInputProps('expiry')}
        />
        {form.values.expiry === 'date' && (
          <TextInput
            type="date"
            label={developer.expiryDay}
            min={today()}
            {...form.getInputProps('expiresAt')}
          />
        )}
      </Group>
      <TextInput
        label={developer.addresses}
        description={developer.addressesHint}
        placeholder="203.0.113.0/24"
        autoComplete="off"
        {...form.getInputProps('allowedAddresses')}
      />
      <Checkbox
        label={developer.recipientSearch}
        description={developer.recipientSearchHint}
        {...form.getInputProps('recipientSearch', { type: 'checkbox' })}
      />
    </DialogForm>
  );
}
