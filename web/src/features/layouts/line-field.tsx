import { TextInput } from '@mantine/core';
import { memo, type ReactNode, type Ref } from 'react';
import type { ContentField } from './session/layout-work.rules.ts';

interface LineFieldProps {
  ref: Ref<HTMLInputElement>;
  name: ContentField;
  label: string;
  description: string | undefined;
  value: string;
  readOnly: boolean;
  error: ReactNode;
  onWrite(name: ContentField, value: string): void;
}

/** Subject or preview line; drawn again when it is written in, not when the email is. */
export const LineField = memo(function LineField({ name, onWrite, ...props }: LineFieldProps) {
  return (
    <TextInput
      {...props}
      id={`line-${name}`}
      // As its words are written, whatever the language of the app.
      dir="auto"
      onChange={({ currentTarget }) => onWrite(name, currentTarget.value)}
    />
  );
});
