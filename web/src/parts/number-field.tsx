import { TextInput, type TextInputProps } from '@mantine/core';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';

interface NumberFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'min' | 'max'> {
  value?: number | null;
  min?: number;
  max?: number;
  isWhole?: boolean;
  /** Given nothing while what is written is no number. */
  onChange(value: number | null): void;
}

/** A number, with the browser's own field: its arrow keys, its keyboard on a phone, its decimal sign. */
export function NumberField({
  value = null,
  min,
  max,
  isWhole,
  onChange,
  onBlur,
  ...props
}: NumberFieldProps) {
  /** What is being written: `1` on the way to `120` is not put right yet. */
  const [typed, setTyped] = useState<string | null>(null);
  const seen = useRef(value);
  const isOwn = useRef(false);
  useEffect(() => {
    // Another number that was not written here, such as by undo.
    if (value !== seen.current && !isOwn.current) setTyped(null);
    seen.current = value;
    isOwn.current = false;
  });

  const write = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    isOwn.current = true;
    setTyped(currentTarget.value);
    onChange(Number.isNaN(currentTarget.valueAsNumber) ? null : currentTarget.valueAsNumber);
  };
  const putRight = (input: HTMLInputElement) => {
    const number = input.valueAsNumber;
    if (typed === null || Number.isNaN(number)) return;
    const whole = isWhole ? Math.round(number) : number;
    const right = Math.min(max ?? whole, Math.max(min ?? whole, whole));
    if (right !== number) onChange(right);
  };
  return (
    <TextInput
      {...props}
      type="number"
      {...{ min, max }}
      value={typed ?? value ?? ''}
      onChange={write}
      onBlur={(event) => {
        putRight(event.currentTarget);
        setTyped(null);
        onBlur?.(event);
      }}
      // Whoever scrolls the page with the pointer over it means the page.
      onWheel={(event) => event.currentTarget.blur()}
    />
  );
}
