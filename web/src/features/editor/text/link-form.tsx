import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../../texts/texts.tsx';
import { decodeText } from './entities.rules.ts';

interface LinkFormProps {
  /** The current link; `null` where there is none yet. */
  address: string | null;
  /** `null` removes the link. */
  onSet(address: string | null): void;
}

/** Edits a link's address, which may contain Liquid. */
export function LinkForm({ address, onSet }: LinkFormProps) {
  const { text } = useTexts().editor;
  const [value, setValue] = useState(decodeText(address ?? '') ?? address ?? '');
  const set = () => onSet(value.trim() === '' ? null : withScheme(value.trim()));
  return (
    <Stack gap="xs">
      <TextInput
        data-autofocus
        label={text.address}
        placeholder="https://"
        type="url"
        value={value}
        onChange={({ currentTarget }) => setValue(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          set();
        }}
      />
      <Group gap="xs" justify="flex-end">
        {address !== null && (
          <Button size="xs" variant="subtle" color="red" onClick={() => onSet(null)}>
            {text.unlink}
          </Button>
        )}
        <Button size="xs" onClick={set}>
          {text.setLink}
        </Button>
      </Group>
    </Stack>
  );
}

/** Treats `tea.example` as a web address and `maria@tea.example` as an email address. */
function withScheme(address: string): string {
  if (/^[a-z][a-z\d+.-]*:/i.test(address) || /^\{[{%]/.test(address)) return address;
  return /^[^\s/@]+@[^\s/@]+$/.test(address) ? `mailto:${address}` : `https://${address}`;
}
