import { type ComboboxParsedItem, Select } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { useTexts } from '../texts/texts.tsx';
import { findLanguages, languageGroups } from './language-list.ts';
import { useLanguageName } from './language-name.ts';

interface LanguageFieldProps {
  label: string;
  value: string;
  onChange: (code: string) => void;
  /** Languages that already exist. */
  taken: readonly string[];
  error?: ReactNode;
  readOnly?: boolean;
}

const optionsOf = (items: readonly ComboboxParsedItem[]) =>
  items.flatMap((item) => ('group' in item ? item.items : [item]));

/** A language to search by name or code; unlisted codes can be typed. */
export function LanguageField({ value, onChange, taken, ...field }: LanguageFieldProps) {
  const { layouts } = useTexts();
  const nameOf = useLanguageName();
  const [search, setSearch] = useState('');
  const { common, others } = useMemo(
    () => languageGroups({ nameOf, taken, chosen: value, typed: search }),
    [nameOf, taken, value, search],
  );
  const had = taken.map((code) => ({ value: code, label: nameOf(code) }));
  return (
    <Select
      {...field}
      description={layouts.languageHint}
      searchable
      selectFirstOptionOnChange
      openOnFocus={false}
      allowDeselect={false}
      autoCapitalize="off"
      data={[
        { group: layouts.commonLanguages, items: common },
        { group: layouts.otherLanguages, items: others },
      ]}
      filter={({ options, search: text }) =>
        text.trim() === '' ? options : findLanguages(optionsOf(options) as typeof others, text)
      }
      nothingFoundMessage={
        findLanguages(had, search).length > 0 ? layouts.languageThere : layouts.languageUnknown
      }
      value={value || null}
      onChange={(code) => code && onChange(code)}
      onSearchChange={setSearch}
    />
  );
}
