import { ActionIcon, Group, Select, Switch, Tooltip } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconRestore } from '@tabler/icons-react';
import type { FileView } from 'outstep/features/library/files/files.schema.ts';
import type { Json } from 'outstep/kernel/json.ts';
import type { Page } from 'outstep/kernel/page.ts';
import { memo, type ReactNode, useState } from 'react';
import { useRead } from '../../../api/queries.ts';
import type { Wire } from '../../../api/wire.ts';
import { LiquidField } from '../../../parts/liquid-field.tsx';
import { NumberField } from '../../../parts/number-field.tsx';
import { useTexts } from '../../../texts/texts.tsx';
import { useTranslateMessage } from '../../../texts/use-said.ts';
import { type ColorHelp, DesignColorField } from './design-color-field.tsx';
import type { BlockField } from './fields.rules.ts';

interface FileSelectProps {
  id: string;
  label: string;
  error: ReactNode;
  value: string | null;
  readOnly: boolean;
  onChange(key: string | null): void;
}

/** The store's newest files, or those matching the search. */
function FileSelect({ value, onChange, ...props }: FileSelectProps) {
  const { editor } = useTexts();
  const [search, setSearch] = useState('');
  const [q] = useDebouncedValue(search, 300);
  const { data } = useRead<Page<Wire<FileView>>>('/files', { q, limit: 50 });
  const found = (data?.items ?? []).map(({ key, filename }) => ({ value: key, label: filename }));
  const isThere = value === null || found.some((each) => each.value === value);
  return (
    <Select
      {...props}
      value={value}
      data={isThere ? found : [...found, { value: value ?? '', label: value ?? '' }]}
      placeholder={editor.noFile}
      searchable
      clearable={!props.readOnly}
      onSearchChange={setSearch}
      onChange={onChange}
    />
  );
}

interface FieldInputProps {
  field: BlockField;
  value: Json | undefined;
  /**
   * Called with `undefined` to restore the default. Must be a stable function, otherwise every field
   * rerenders on each keystroke.
   */
  onChange(field: BlockField, value: Json | undefined): void;
  fault: string | undefined;
  readOnly: boolean;
  /** Paths to suggest, such as `variables.order.name`. */
  names: readonly string[];
  /** Lets other parts of the editor focus the input. */
  id: string;
  /** Only for colors. */
  colorHelp?: ColorHelp | null;
}

const noColorHelp: ColorHelp = { own: [], ratios: null };

const spoken = (value: string) =>
  /^\d/.test(value) ? value.replaceAll('-', ' : ') : value.slice(0, 1).toUpperCase() + value.slice(1);

/** A member of a block. Memoized, because a block may have twenty of which only one is being edited. */
export const FieldInput = memo(function FieldInput(props: FieldInputProps) {
  const { field, value, readOnly } = props;
  const { editor } = useTexts();
  const label = editor.labels[field.name as keyof typeof editor.labels] ?? field.name;
  const onChange = (next: Json | undefined) => props.onChange(field, next);
  const isChanged = field.fallback !== undefined && value !== undefined && !readOnly;
  return (
    <Group gap={4} align="flex-end" wrap="nowrap">
      <div style={{ flex: 1, minWidth: 0 }}>
        <Input {...props} onChange={onChange} label={label} />
      </div>
      {isChanged && (
        <Tooltip label={editor.toDefault(label)}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={editor.toDefault(label)}
            onClick={() => onChange(undefined)}
          >
            <IconRestore size={16} />
          </ActionIcon>
        </Tooltip>
      )}
    </Group>
  );
});

interface InputProps extends Omit<FieldInputProps, 'onChange'> {
  label: string;
  onChange(value: Json | undefined): void;
}

function Input(props: InputProps): ReactNode {
  const { field, value, onChange, fault, readOnly, names, id, label } = props;
  const { editor } = useTexts();
  const said = useTranslateMessage();
  const shown = value ?? field.fallback ?? null;
  const shared = { id, label, error: fault === undefined ? null : said(fault) };
  const write = (text: string) => onChange(text === '' && field.fallback === null ? undefined : text);
  switch (field.kind) {
    case 'switch':
      return (
        <Switch
          {...shared}
          checked={shown === true}
          disabled={readOnly}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      );
    case 'number':
      return (
        <NumberField
          {...shared}
          value={typeof shown === 'number' ? shown : null}
          {...(field.min !== undefined && { min: field.min })}
          {...(field.max !== undefined && { max: field.max })}
          step={field.isWhole ? 1 : 0.1}
          isWhole={field.isWhole}
          readOnly={readOnly}
          onChange={(number) => onChange(number ?? undefined)}
        />
      );
    case 'choice':
      return (
        <Select
          {...shared}
          value={typeof shown === 'string' ? shown : null}
          allowDeselect={false}
          readOnly={readOnly}
          data={field.choices.map((choice) => ({
            value: choice,
            label: editor.choices[choice as keyof typeof editor.choices] ?? spoken(choice),
          }))}
          onChange={(choice) => choice !== null && onChange(choice)}
        />
      );
    case 'color':
      return (
        <DesignColorField
          {...shared}
          {...(props.colorHelp ?? noColorHelp)}
          value={typeof value === 'string' ? value : ''}
          fallback={typeof field.fallback === 'string' ? field.fallback : '#rrggbb'}
          readOnly={readOnly}
          onChange={(color) => onChange(color || undefined)}
        />
      );
    case 'file':
      return (
        <FileSelect
          {...shared}
          value={typeof value === 'string' ? value : null}
          readOnly={readOnly}
          onChange={(key) => onChange(key ?? undefined)}
        />
      );
    default:
      return (
        <LiquidField
          {...shared}
          name={label}
          value={typeof shown === 'string' ? shown : ''}
          readOnly={readOnly}
          names={field.kind === 'expression' ? [] : names}
          multiline={field.kind === 'rich'}
          isUndoneOutside
          onChange={write}
        />
      );
  }
}
