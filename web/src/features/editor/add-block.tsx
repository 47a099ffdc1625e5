import { Button, Combobox, Group, Text, useCombobox } from '@mantine/core';
import { IconPaperclip, IconPlus, IconSpacingVertical } from '@tabler/icons-react';
import type { Json } from 'outstep/kernel/json.ts';
import { isPlainObject } from 'outstep/kernel/plain-object.ts';
import { memo, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../texts/texts.tsx';
import { type NewBlockDrag, useDraggable } from './dragging/use-draggable.ts';
import { type BlockType, palette } from './model/new-block.rules.ts';
import { BlockSample } from './samples/block-sample.tsx';
import { useBlockSamples } from './samples/use-block-samples.ts';
import { useBlockName } from './session/use-block-name.ts';
import { PresetThumbnail } from './sides/small-preset.tsx';
import { useSharedSections } from './sides/use-parts.ts';
import { useSideTexts } from './sides/use-side-texts.ts';

interface AddBlockProps {
  /** The email's global styles, which samples are drawn with. */
  global: Json | undefined;
  /** Whether shared sections may be added here. */
  hasParts: boolean;
  opened: boolean;
  onOpenedChange(opened: boolean): void;
  onAdd(added: NewBlockDrag): void;
}

/** The search field must keep focus for this many frames. */
const STEADY_FRAMES = 20;

/** Precedes the id of a shared section where an option value is otherwise a block type. */
const PART = 'part ';
const optionOf = (added: NewBlockDrag) => ('type' in added ? added.type : PART + added.preset);
const addedBy = (value: string): NewBlockDrag =>
  value.startsWith(PART) ? { preset: value.slice(PART.length) } : { type: value as BlockType };

/** Icons for blocks without visible content. */
const glyphs: Partial<Record<BlockType, ReactNode>> = {
  attachment: <IconPaperclip size={22} stroke={1.5} />,
  spacer: <IconSpacingVertical size={22} stroke={1.5} />,
};

/**
 * A searchable list of every block type, grouped by purpose, and every shared section; an entry is chosen by
 * key or click, or dragged into place.
 */
export const AddBlock = memo(function AddBlock(props: AddBlockProps) {
  const { global, hasParts, opened, onOpenedChange, onAdd } = props;
  const { editor } = useTexts();
  const sides = useSideTexts();
  const nameOf = useBlockName();
  const [search, setSearch] = useState('');
  const before = useRef<Element | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const combobox = useCombobox({ opened, onOpenedChange });
  const { resetSelectedOption } = combobox;
  // biome-ignore lint/correctness/useExhaustiveDependencies: also opened by a key elsewhere
  useEffect(() => {
    if (!opened) return;
    before.current = document.activeElement;
    const place = window.scrollY;
    // The list is anchored to its button and shows only while the button is in view.
    button.current?.scrollIntoView({ block: 'nearest' });
    const isMoved = window.scrollY !== place;
    let frame = 0;
    let steady = 0;
    // The list may appear a moment later, and a sheet that is still opening takes the focus back. Retrying
    // makes sure that the first letter typed right after opening isn't lost.
    const focus = () => {
      steady = document.activeElement === input.current ? steady + 1 : 0;
      if (steady === 0) input.current?.focus({ preventScroll: true });
      if (steady < STEADY_FRAMES) frame = requestAnimationFrame(focus);
    };
    focus();
    return () => {
      cancelAnimationFrame(frame);
      resetSelectedOption();
      setSearch('');
      // Returns to the email or the outline, wherever the person was before.
      if (isMoved) window.scrollTo({ top: place });
      if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
    };
  }, [opened]);
  const samples = useBlockSamples(global, opened);
  const ground = isPlainObject(global) ? String(global['contentBackground'] ?? '#ffffff') : '#ffffff';
  const wanted = search.trim().toLowerCase();
  const groups = Object.entries(palette).flatMap(([group, types]) => {
    const found = types.filter((type) => nameOf({ type }).toLowerCase().includes(wanted));
    return found.length === 0 ? [] : [{ label: editor.groups[group as keyof typeof palette], types: found }];
  });
  const shared = useSharedSections(opened && hasParts);
  const parts = hasParts ? shared.filter(({ name }) => name.toLowerCase().includes(wanted)) : [];
  return (
    <Combobox
      store={combobox}
      width={320}
      position="bottom-start"
      onOptionSubmit={(value) => {
        combobox.closeDropdown();
        onAdd(addedBy(value));
      }}
    >
      <Combobox.Target targetType="button">
        <Button
          ref={button}
          size="xs"
          h={34}
          // Keeps it clear of the page's sticky header.
          style={{ scrollMarginTop: 72 }}
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => combobox.toggleDropdown()}
        >
          {editor.add}
        </Button>
      </Combobox.Target>
      <Combobox.Dropdown maw="calc(100vw - 16px)">
        <Combobox.Search
          ref={input}
          role="combobox"
          aria-expanded={opened}
          value={search}
          aria-label={editor.searchBlocks}
          placeholder={editor.searchBlocks}
          onChange={({ currentTarget }) => {
            setSearch(currentTarget.value);
            combobox.updateSelectedOptionIndex();
          }}
        />
        <Combobox.Options mah="min(400px, 60vh)" style={{ overflowY: 'auto' }} aria-label={editor.add}>
          {groups.length + parts.length === 0 && <Combobox.Empty>{editor.noBlocks}</Combobox.Empty>}
          {groups.map(({ label, types }) => (
            <Combobox.Group key={label} label={label}>
              {types.map((type) => (
                <Choice key={type} of={{ type }} name={nameOf({ type })}>
                  <BlockSample
                    sample={samples?.get(type) ?? null}
                    ground={ground}
                    glyph={glyphs[type] ?? null}
                  />
                </Choice>
              ))}
            </Combobox.Group>
          ))}
          {parts.length > 0 && (
            <Combobox.Group label={sides.parts}>
              {parts.map(({ id, name, useCount }) => (
                <Choice
                  key={id}
                  of={{ preset: id }}
                  name={name}
                  note={useCount > 0 ? sides.usedBy(useCount) : null}
                >
                  <PresetThumbnail id={id} side="part" design={{ global: global ?? {} }} />
                </Choice>
              ))}
            </Combobox.Group>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
});

interface ChoiceProps {
  of: NewBlockDrag;
  name: string;
  note?: string | null;
  /** A preview of it. */
  children: ReactNode;
}

function Choice({ of: added, name, note = null, children }: ChoiceProps) {
  const ref = useRef<HTMLDivElement>(null);
  useDraggable(ref, added, name);
  return (
    <Combobox.Option value={optionOf(added)} p={0}>
      {/* An option captures the pointer so that its list keeps the focus; that would prevent dragging. */}
      <Group ref={ref} gap="sm" wrap="nowrap" px="sm" py={4} onMouseDown={(event) => event.stopPropagation()}>
        {children}
        <div>
          <Text size="sm">{name}</Text>
          {note !== null && (
            <Text size="xs" c="dimmed">
              {note}
            </Text>
          )}
        </div>
      </Group>
    </Combobox.Option>
  );
}
