import { Button, Combobox, Text, useCombobox } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../texts/texts.tsx';
import { useDraggable } from './dragging/use-draggable.ts';
import { type BlockType, palette } from './model/new-block.rules.ts';
import { useBlockName } from './session/use-block-name.ts';

interface AddBlockProps {
  opened: boolean;
  onOpenedChange(opened: boolean): void;
  onAdd(type: BlockType): void;
}

/** Every kind of block by its purpose, searched by name, chosen by key or click or dragged to its place. */
export function AddBlock({ opened, onOpenedChange, onAdd }: AddBlockProps) {
  const { editor } = useTexts();
  const nameOf = useBlockName();
  const [search, setSearch] = useState('');
  const before = useRef<Element | null>(null);
  const combobox = useCombobox({ opened, onOpenedChange });
  const { focusSearchInput, resetSelectedOption } = combobox;
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened by a key elsewhere too
  useEffect(() => {
    if (!opened) return;
    before.current = document.activeElement;
    focusSearchInput();
    return () => {
      resetSelectedOption();
      setSearch('');
      // Whoever was at the mail or at the outline goes on there.
      if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
    };
  }, [opened]);
  const wanted = search.trim().toLowerCase();
  const groups = Object.entries(palette).flatMap(([group, types]) => {
    const found = types.filter((type) => nameOf({ type }).toLowerCase().includes(wanted));
    return found.length === 0 ? [] : [{ label: editor.groups[group as keyof typeof palette], types: found }];
  });
  return (
    <Combobox
      store={combobox}
      width={260}
      position="bottom-start"
      onOptionSubmit={(type) => {
        combobox.closeDropdown();
        onAdd(type as BlockType);
      }}
    >
      <Combobox.Target targetType="button">
        <Button
          size="xs"
          h={34}
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => combobox.toggleDropdown()}
        >
          {editor.add}
        </Button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={search}
          aria-label={editor.searchBlocks}
          placeholder={editor.searchBlocks}
          onChange={({ currentTarget }) => {
            setSearch(currentTarget.value);
            combobox.updateSelectedOptionIndex();
          }}
        />
        <Combobox.Options mah={320} style={{ overflowY: 'auto' }} aria-label={editor.add}>
          {groups.length === 0 && <Combobox.Empty>{editor.noBlocks}</Combobox.Empty>}
          {groups.map(({ label, types }) => (
            <Combobox.Group key={label} label={label}>
              {types.map((type) => (
                <Kind key={type} type={type} name={nameOf({ type })} />
              ))}
            </Combobox.Group>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

function Kind({ type, name }: { type: BlockType; name: string }) {
  const ref = useRef<HTMLDivElement>(null);
  useDraggable(ref, { type }, name);
  return (
    <Combobox.Option value={type} p={0}>
      {/* An option holds the pointer, so that its list keeps the focus; then nothing could be dragged. */}
      <Text ref={ref} size="sm" px="sm" py={6} onMouseDown={(event) => event.stopPropagation()}>
        {name}
      </Text>
    </Combobox.Option>
  );
}
