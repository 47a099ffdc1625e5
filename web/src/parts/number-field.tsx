import { TextInput, type TextInputProps } from '@mantine/core';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';

interface NumberFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'min' | 'max'> {
  value?: number | null;
  min?: number;
  max?: number;
  isWhole?: boolean;
  /** Called with `null` while the input is not a number. */
  onChange(value: number | null): void;
}

/** A number in a native input, with the browser's arrow keys, phone keyboard and decimal separator. */
export function NumberField({
  value = null,
  min,
  max,
  isWhole,
  onChange,
  onBlur,
  ...props
}: NumberFieldProps) {
  /** The raw input: `1` on the way to `120` must not be corrected yet. */
  const [typed, setTyped] = useState<string | null>(null);
  const seen = useRef(value);
  const isOwn = useRef(false);
  useEffect(() => {
    // The value changed from outside, for example by undo.
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
      // Scrolling with the pointer over the field should scroll the page instead of changing the number.
      onWheel={(event) => event.currentTarget.blur()}
    />
  );
}
