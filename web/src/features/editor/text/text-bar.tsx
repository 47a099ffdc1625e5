import { ActionIcon, Button, NativeSelect, Tooltip } from '@mantine/core';
import {
  IconAlignCenter,
  IconAlignLeft,
  IconAlignRight,
  IconBold,
  IconBraces,
  IconCheck,
  IconClearFormatting,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconSeparatorHorizontal,
  IconStrikethrough,
  IconUnderline,
} from '@tabler/icons-react';
import type { Command, EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import {
  type ComponentType,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type Ref,
  useEffect,
  useState,
} from 'react';
import { useEventCallback } from '../../../parts/use-event-callback.ts';
import { useTexts } from '../../../texts/texts.tsx';
import type { Box } from '../dragging/box.rules.ts';
import {
  alignmentAt,
  clearFormat,
  isFormatted,
  levelAt,
  linkAt,
  listAt,
  setAlignment,
  setLevel,
  toggleFormat,
  toggleList,
} from './format-commands.ts';
import type { TextEditorKind } from './open-text.rules.ts';
import { hasPastedFormatting, keepPastedFormatting } from './pasted-formatting.ts';
import classes from './text.module.css';
import type { TextTool } from './text-tools.tsx';
import { focusText } from './text-view.ts';
import { useWritingTexts } from './use-writing-texts.ts';

/** Height in pixels of the page area covered by an on-screen keyboard. */
function useKeyboardHeight(): number {
  const [height, setHeight] = useState(0);
  useEffect(() => {
    const seen = window.visualViewport;
    if (!seen) return;
    const measure = () =>
      setHeight(Math.max(0, Math.round(window.innerHeight - seen.height * seen.scale - seen.offsetTop)));
    measure();
    seen.addEventListener('resize', measure);
    seen.addEventListener('scroll', measure);
    return () => {
      seen.removeEventListener('resize', measure);
      seen.removeEventListener('scroll', measure);
    };
  }, []);
  return height;
}

interface TextBarProps {
  ref: Ref<HTMLDivElement>;
  view: EditorView;
  state: EditorState;
  kind: TextEditorKind;
  label: string;
  box: Box;
  scale: number;
  onTool(tool: TextTool): void;
  /** `null` if the block cannot be split. */
  onSplit: (() => void) | null;
  onLeave(): void;
}

const HEIGHT = 44;
const levels = ['p', 'h1', 'h2', 'h3'] as const;

interface BarButtonProps {
  label: string;
  icon: ComponentType<{ size: number; 'aria-hidden': boolean }>;
  isPressed?: boolean;
  /** With a pointer, focus remains in the text. */
  onPress(byPointer: boolean): void;
}

/** Memoized, so that typing doesn't rerender it. */
const BarIcon = memo(function BarIcon({ label, icon: Icon, isPressed, onPress }: BarButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        {...(isPressed ? { variant: 'filled' } : { variant: 'subtle', color: 'gray' })}
        size={32}
        aria-label={label}
        {...(isPressed !== undefined && { 'aria-pressed': isPressed })}
        onMouseDown={(event: MouseEvent) => event.preventDefault()}
        onClick={({ detail }: MouseEvent) => onPress(detail > 0)}
      >
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
});

const BarButton = (props: BarButtonProps) => <BarIcon {...props} onPress={useEventCallback(props.onPress)} />;

/** Formatting toolbar: above the text, or at the bottom of the screen on a phone. */
export function TextBar(props: TextBarProps) {
  const { ref, view, state, kind, label, box, scale, onTool, onSplit, onLeave } = props;
  const { text } = useTexts().editor;
  const texts = useWritingTexts();
  const keyboard = useKeyboardHeight();
  const run = (command: Command) => (byPointer: boolean) => {
    command(view.state, view.dispatch, view);
    if (byPointer) focusText(view);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    focusText(view);
  };
  const top = box.top * scale - HEIGHT;
  const room = { top: Math.max(0, top), height: (box.top + box.height) * scale - Math.max(0, top) };
  return (
    <div
      className={classes['room']}
      // If there is no space above the text, the bar is below it.
      style={top < 0 ? { top: (box.top + box.height) * scale, height: HEIGHT } : room}
    >
      <div
        ref={ref}
        role="toolbar"
        aria-label={label}
        className={classes['bar']}
        style={{ '--keyboard': `${keyboard}px` } as CSSProperties}
        onKeyDown={press}
      >
        {kind === 'rich' && <RichButtons state={state} run={run} onLink={() => onTool({ kind: 'link' })} />}
        <BarButton
          label={text.insert}
          icon={IconBraces}
          onPress={() =>
            onTool({ kind: 'picker', words: { from: state.selection.from, to: state.selection.to } })
          }
        />
        {hasPastedFormatting(state) && (
          <Button
            size="compact-sm"
            variant="light"
            onMouseDown={(event) => event.preventDefault()}
            // The button disappears once the formatting is applied.
            onClick={() => run(keepPastedFormatting)(true)}
          >
            {texts.keepLook}
          </Button>
        )}
        {onSplit && <BarButton label={texts.split} icon={IconSeparatorHorizontal} onPress={onSplit} />}
        <BarButton label={text.done} icon={IconCheck} onPress={onLeave} />
      </div>
    </div>
  );
}

interface RichButtonsProps {
  state: EditorState;
  run(command: Command): (byPointer: boolean) => void;
  onLink(): void;
}

function RichButtons({ state, run, onLink }: RichButtonsProps) {
  const { text } = useTexts().editor;
  const level = levelAt(state);
  const shared = {
    format: isFormatted.bind(null, state),
    alignment: alignmentAt(state),
    list: listAt(state),
  };
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label={text.level}
        value={levels.find((each) => each === level) ?? 'p'}
        disabled={level === null}
        data={levels.map((each) => ({ value: each, label: text.levels[each] }))}
        onChange={({ currentTarget }) => run(setLevel(currentTarget.value))(true)}
      />
      <BarButton
        label={text.bold}
        icon={IconBold}
        isPressed={shared.format('bold')}
        onPress={run(toggleFormat('bold'))}
      />
      <BarButton
        label={text.italic}
        icon={IconItalic}
        isPressed={shared.format('italic')}
        onPress={run(toggleFormat('italic'))}
      />
      <BarButton
        label={text.underline}
        icon={IconUnderline}
        isPressed={shared.format('underline')}
        onPress={run(toggleFormat('underline'))}
      />
      <BarButton
        label={text.strike}
        icon={IconStrikethrough}
        isPressed={shared.format('strike')}
        onPress={run(toggleFormat('strike'))}
      />
      <BarButton label={text.link} icon={IconLink} isPressed={linkAt(state) !== null} onPress={onLink} />
      <BarButton
        label={text.bullets}
        icon={IconList}
        isPressed={shared.list === 'ul'}
        onPress={run(toggleList('ul'))}
      />
      <BarButton
        label={text.numbers}
        icon={IconListNumbers}
        isPressed={shared.list === 'ol'}
        onPress={run(toggleList('ol'))}
      />
      <BarButton
        label={text.left}
        icon={IconAlignLeft}
        isPressed={shared.alignment === 'left'}
        onPress={run(setAlignment('left'))}
      />
      <BarButton
        label={text.center}
        icon={IconAlignCenter}
        isPressed={shared.alignment === 'center'}
        onPress={run(setAlignment('center'))}
      />
      <BarButton
        label={text.right}
        icon={IconAlignRight}
        isPressed={shared.alignment === 'right'}
        onPress={run(setAlignment('right'))}
      />
      <BarButton label={text.clear} icon={IconClearFormatting} onPress={run(clearFormat)} />
    </>
  );
}
