import { Anchor, Box, Input, List } from '@mantine/core';
import { type Ref, useId, useImperativeHandle, useRef } from 'react';
import { useTexts } from '../texts/texts.tsx';
import { useSaid } from '../texts/use-said.ts';
import classes from './code-area.module.css';

/** Something wrong in the text: on which line, in which field, and why. */
export interface CodeFault {
  line: number;
  field: string;
  reason: string;
}

interface CodeAreaProps {
  label: string;
  hint: string;
  value: string;
  onChange: (value: string) => void;
  faults: readonly CodeFault[];
  readOnly: boolean;
  /** Leads to a line, for whoever names one elsewhere on the page. */
  goToLine?: Ref<(line: number) => void>;
}

/** A text with numbered lines; each fault leads to its line. */
export function CodeArea({ label, hint, value, onChange, faults, readOnly, goToLine }: CodeAreaProps) {
  const { layouts } = useTexts();
  const said = useSaid();
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const numbers = useRef<HTMLPreElement>(null);
  const lines = value.split('\n');
  const faulty = new Set(faults.map(({ line }) => line));

  const goTo = (line: number) => {
    const element = area.current;
    if (!element) return;
    const start = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
    element.focus();
    element.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
    element.scrollTop = (element.scrollHeight / lines.length) * Math.max(0, line - 6);
  };
  useImperativeHandle(goToLine, () => goTo);

  return (
    <Box>
      <Input.Label htmlFor={id}>{label}</Input.Label>
      <Input.Description id={`${id}-hint`} mb={6}>
        {hint}
      </Input.Description>
      {faults.length > 0 && (
        <Box id={`${id}-faults`} role="alert" my="xs" c="var(--mantine-color-error)">
          <List size="sm">
            {faults.map(({ line, field, reason }) => (
              <List.Item key={`${field} ${reason}`}>
                <Anchor component="button" type="button" size="sm" c="inherit" onClick={() => goTo(line)}>
                  {layouts.line(line)}
                </Anchor>{' '}
                {field && <code>{field}</code>} {said(reason)}
              </List.Item>
            ))}
          </List>
        </Box>
      )}
      <div className={classes['code']} style={{ height: 520 }} data-faulty={faults.length > 0 || undefined}>
        <pre className={classes['numbers']} ref={numbers} aria-hidden>
          {lines.map((_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
            <div key={index} className={faulty.has(index + 1) ? (classes['fault'] ?? '') : undefined}>
              {index + 1}
            </div>
          ))}
        </pre>
        <textarea
          id={id}
          ref={area}
          className={classes['area']}
          value={value}
          readOnly={readOnly}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          onScroll={({ currentTarget }) => {
            if (numbers.current) numbers.current.scrollTop = currentTarget.scrollTop;
          }}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          wrap="off"
          aria-invalid={faults.length > 0}
          aria-describedby={faults.length > 0 ? `${id}-faults` : `${id}-hint`}
        />
      </div>
    </Box>
  );
}
