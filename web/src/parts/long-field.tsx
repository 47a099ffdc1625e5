import { Input } from '@mantine/core';
import { lazy, type ReactNode, type Ref, type RefObject, Suspense, useId, useMemo } from 'react';
import { useTexts } from '../texts/texts.tsx';
import classes from './code-editor/code-editor.module.css';
import type { LongTextProps, TextControl } from './code-editor/long-text.tsx';

/** Loaded for the first long text. */
const LongText = lazy(async () => ({ default: (await import('./code-editor/long-text.tsx')).LongText }));

interface LongFieldProps extends Omit<LongTextProps, 'attributes' | 'field'> {
  name: string;
  id?: string | undefined;
  label?: ReactNode;
  description?: ReactNode;
  error?: ReactNode;
  /** A button beside the text. */
  aside: ReactNode;
  /** `null` until the editor has loaded. */
  field: RefObject<TextControl | null>;
  waiting: Ref<HTMLTextAreaElement>;
  /** Called while the editor loads: on focus, and with typed text. */
  onWait(): void;
  onTyped(text: string): void;
  onFocus: React.FocusEventHandler;
  onBlur: React.FocusEventHandler;
  onKeyDown: React.KeyboardEventHandler;
  /** The id of the open list of suggestions. */
  'aria-controls'?: string;
  ref?: Ref<HTMLDivElement>;
}

/** A field for a text of any length, with the label, hint and error of any other field. */
export function LongField(props: LongFieldProps) {
  const { name, label, description, error, aside, field, waiting, onWait, onTyped, ref, ...rest } = props;
  const { value, onChange, readOnly, hasUndo, onReady, onFocus, onBlur, onKeyDown } = rest;
  const { common } = useTexts();
  const own = useId();
  const id = props.id ?? own;
  const isFaulty = Boolean(error);
  const describedBy = [isFaulty && `${id}-error`, description && `${id}-description`]
    .filter(Boolean)
    .join(' ');
  const controls = rest['aria-controls'];
  const attributes = useMemo(
    () => ({
      ...{ id, 'aria-label': name, 'aria-haspopup': 'listbox' as const },
      'aria-readonly': `${readOnly}` as const,
      'aria-invalid': `${isFaulty}` as const,
      ...(describedBy && { 'aria-describedby': describedBy }),
      // Escape closes the list and not the surrounding dialog.
      ...(controls && { 'aria-controls': controls, 'data-mantine-stop-propagation': 'true' }),
    }),
    [id, name, readOnly, isFaulty, describedBy, controls],
  );
  return (
    <Input.Wrapper
      {...{ id, label, description, error }}
      labelElement="div"
      labelProps={{ onClick: () => field.current?.focus() }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys come from the text inside */}
      <div
        ref={ref}
        className={`${classes['code']} ${classes['field']}`}
        data-faulty={isFaulty || undefined}
        onFocus={onFocus}
        onBlur={onBlur}
        // Runs before the editor handles the key.
        onKeyDownCapture={onKeyDown}
      >
        <Suspense
          fallback={
            // Empty, because laying out the text is what must be avoided. Typed text is inserted at the
            // previous cursor position.
            <textarea
              ref={waiting}
              {...attributes}
              className={classes['long']}
              aria-busy
              placeholder={common.loading}
              readOnly={readOnly}
              value=""
              onFocus={onWait}
              onChange={({ currentTarget }) => onTyped(currentTarget.value)}
            />
          }
        >
          <LongText {...{ value, onChange, readOnly, attributes, hasUndo, field, onReady }} />
        </Suspense>
        {aside}
      </div>
    </Input.Wrapper>
  );
}
