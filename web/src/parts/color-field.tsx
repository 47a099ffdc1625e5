import { Group, Stack, TextInput, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts.tsx';
import classes from './color-field.module.css';

interface ColorFieldProps {
  id?: string;
  label: string;
  /** The color as typed; empty if none is set. */
  value: string;
  /** The color used if none is set. */
  fallback: string;
  placeholder?: string;
  error?: ReactNode;
  /** The hint below the field. */
  description?: ReactNode;
  readOnly: boolean;
  /** Colors that are offered with one click. */
  swatches?: readonly string[];
  onChange: (color: string) => void;
}

const WHOLE = /^#[0-9a-f]{6}$/i;

/** A color to type, pick, or choose from swatches. */
export function ColorField(props: ColorFieldProps) {
  const { label, value, fallback, placeholder = fallback, readOnly, swatches = [], onChange } = props;
  const { brand } = useTexts();
  const shown = [value, fallback].find((color) => WHOLE.test(color)) ?? '#ffffff';
  return (
    <Stack gap={6}>
      <TextInput
        {...(props.id !== undefined && { id: props.id })}
        label={label}
        error={props.error}
        description={props.description}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={value}
        placeholder={placeholder}
        readOnly={readOnly}
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        rightSection={
          <input
            type="color"
            className={classes['pick']}
            aria-label={brand.pick(label)}
            disabled={readOnly}
            value={shown.toLowerCase()}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
          />
        }
      />
      {!readOnly && swatches.length > 0 && (
        <Group gap={6}>
          {swatches.map((color) => (
            <UnstyledButton
              key={color}
              className={classes['swatch'] ?? ''}
              style={{ backgroundColor: color }}
              title={color}
              aria-label={brand.swatch(label, color)}
              aria-pressed={value.toLowerCase() === color}
              onClick={() => onChange(color)}
            />
          ))}
        </Group>
      )}
    </Stack>
  );
}
