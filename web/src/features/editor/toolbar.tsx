import { ActionIcon, Group, Menu, Tooltip } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowDown,
  IconArrowForwardUp,
  IconArrowUp,
  IconCopy,
  IconDots,
  IconTrash,
} from '@tabler/icons-react';
import { memo, useRef, useState } from 'react';
import { useEventCallback } from '../../parts/use-event-callback.ts';
import { useTexts } from '../../texts/texts.tsx';
import { AddBlock } from './add-block.tsx';
import type { NewBlockDrag } from './dragging/use-draggable.ts';
import type { BlockEntry } from './model/blocks.rules.ts';
import { wrappers } from './model/wrap.rules.ts';
import type { EditorSession } from './session/session.ts';
import { useBlockName } from './session/use-block-name.ts';
import { ShareDialog } from './sides/share-dialog.tsx';
import { useSideTexts } from './sides/use-side-texts.ts';
import type { EditorActions } from './use-actions.ts';

interface ToolProps {
  label: string;
  isOff: boolean;
  onClick(): void;
  icon: typeof IconCopy;
}

/**
 * Uses `aria-disabled` so that a button keeps the focus, for example after undoing everything by keyboard.
 */
const ToolIcon = memo(function ToolIcon({ label, isOff, onClick, icon: Icon }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="default"
        size={34}
        aria-label={label}
        aria-disabled={isOff}
        {...(isOff && { 'data-disabled': true })}
        onClick={() => !isOff && onClick()}
      >
        <Icon size={18} />
      </ActionIcon>
    </Tooltip>
  );
});

const Tool = (props: ToolProps) => <ToolIcon {...props} onClick={useEventCallback(props.onClick)} />;

interface ToolbarProps {
  session: EditorSession;
  actions: EditorActions;
  selected: BlockEntry | null;
  onUndo(): void;
  onRedo(): void;
  onMove(): void;
  /** Whether the list of blocks is open. */
  isAdding: boolean;
  onAdding(isAdding: boolean): void;
}

/** Actions for the selected block, plus undo and redo. */
export const Toolbar = memo(function Toolbar(props: ToolbarProps) {
  const { session, actions, selected, onUndo, onRedo, onMove, isAdding, onAdding } = props;
  const { editor } = useTexts();
  const add = useEventCallback((added: NewBlockDrag) => actions.add(added));
  const onSelected = (act: (entry: BlockEntry) => void) => () => selected && act(selected);
  const up = onSelected((entry) => actions.step(entry, 'up'));
  const down = onSelected((entry) => actions.step(entry, 'down'));
  const cannot = (direction: 'up' | 'down' | 'in' | 'out') =>
    selected === null || !actions.canStep(selected, direction);
  return (
    <Group gap={6} role="toolbar" aria-label={editor.edit}>
      <AddBlock
        global={session.design['global']}
        hasParts={!session.preset}
        opened={isAdding}
        onOpenedChange={onAdding}
        onAdd={add}
      />
      <Tool label={editor.undo} isOff={!session.canUndo} onClick={onUndo} icon={IconArrowBackUp} />
      <Tool label={editor.redo} isOff={!session.canRedo} onClick={onRedo} icon={IconArrowForwardUp} />
      <Tool label={editor.up} isOff={cannot('up')} onClick={up} icon={IconArrowUp} />
      <Tool label={editor.down} isOff={cannot('down')} onClick={down} icon={IconArrowDown} />
      <Tool
        label={editor.duplicate}
        isOff={selected === null}
        onClick={onSelected(actions.duplicate)}
        icon={IconCopy}
      />
      <Tool
        label={editor.remove}
        isOff={selected === null}
        onClick={onSelected(actions.remove)}
        icon={IconTrash}
      />
      <MoreMenu selected={selected} actions={actions} onMove={onMove} />
    </Group>
  );
});

interface MoreMenuProps {
  selected: BlockEntry | null;
  actions: EditorActions;
  onMove(): void;
}

function MoreMenu({ selected, actions, onMove }: MoreMenuProps) {
  const { editor } = useTexts();
  const opener = useRef<HTMLButtonElement>(null);
  const [sharing, setSharing] = useState<BlockEntry | null>(null);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            ref={opener}
            variant="default"
            size={34}
            aria-label={editor.more}
            disabled={selected === null}
          >
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        {selected && (
          <Menu.Dropdown onClickCapture={() => opener.current?.focus()}>
            <MoreItems selected={selected} actions={actions} onMove={onMove} onShare={setSharing} />
          </Menu.Dropdown>
        )}
      </Menu>
      <ShareDialog entry={sharing} onClose={() => setSharing(null)} onShared={actions.share} />
    </>
  );
}

interface MoreItemsProps extends MoreMenuProps {
  selected: BlockEntry;
  onShare(entry: BlockEntry): void;
}

/**
 * Rendered only while the menu is open, because checking what is allowed tries changes on the whole design.
 */
function MoreItems({ selected, actions, onMove, onShare }: MoreItemsProps) {
  const { editor } = useTexts();
  const sides = useSideTexts();
  const nameOf = useBlockName();
  return (
    <>
      {/* Always enabled, so it comes first: an opening menu focuses its first entry. */}
      <Menu.Item onClick={onMove}>{editor.moveTo}</Menu.Item>
      {(['out', 'in'] as const).map((direction) => (
        <Menu.Item
          key={direction}
          disabled={!actions.canStep(selected, direction)}
          onClick={() => actions.step(selected, direction)}
        >
          {editor[direction]}
        </Menu.Item>
      ))}
      <Menu.Divider />
      {wrappers.map((wrapper) => (
        <Menu.Item
          key={wrapper}
          disabled={!actions.canWrap(selected, wrapper)}
          onClick={() => actions.wrap(selected, wrapper)}
        >
          {editor.wrapIn(nameOf({ type: wrapper }))}
        </Menu.Item>
      ))}
      <Menu.Item disabled={!actions.canUnwrap(selected)} onClick={() => actions.unwrap(selected)}>
        {editor.unwrap}
      </Menu.Item>
      <Menu.Item disabled={!actions.canJoin(selected)} onClick={() => actions.join(selected)}>
        {editor.join}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item disabled={!actions.canShare(selected)} onClick={() => onShare(selected)}>
        {sides.share}
      </Menu.Item>
    </>
  );
}
