import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import type { FileView } from '../../../../../server/src/features/library/files/files.schema.ts';
import type { Page } from '../../../../../server/src/kernel/page.ts';
import { useRead } from '../../../api/queries.ts';
import type { Wire } from '../../../api/wire.ts';
import { useTexts } from '../../../texts/texts.tsx';

interface FileSelectProps {
  id: string;
  label: string;
  error: ReactNode;
  value: string | null;
  readOnly: boolean;
  onChange(key: string | null): void;
}

/** The newest files of the store, and those whose name is searched for. */
export function FileSelect({ value, onChange, ...props }: FileSelectProps) {
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
