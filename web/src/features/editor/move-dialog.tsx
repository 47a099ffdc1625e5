import { Button, Stack } from '@mantine/core';
import type { JsonObject, JsonPath } from 'outstep/kernel/json.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { useTexts } from '../../texts/texts.tsx';
import type { BlockEntry } from './model/blocks.rules.ts';
import type { InsertionPoint } from './model/commands.rules.ts';
import { valueAt } from './model/patches.rules.ts';
import { useBlockName } from './session/use-block-name.ts';

interface MoveDialogProps {
  design: JsonObject;
  entry: BlockEntry | null;
  placesFor(entry: BlockEntry): InsertionPoint[];
  opened: boolean;
  onClose(): void;
  onMove(place: InsertionPoint): void;
}

/** Lists all places a block may move to, by name. */
export function MoveDialog({ opened, onClose, entry, ...places }: MoveDialogProps) {
  const { editor } = useTexts();
  return (
    <Dialog opened={opened} onClose={onClose} title={editor.moveHere}>
      {opened && entry && <Places {...places} entry={entry} />}
    </Dialog>
  );
}

type PlacesProps = Pick<MoveDialogProps, 'design' | 'placesFor' | 'onMove'> & { entry: BlockEntry };

function Places({ design, entry, placesFor, onMove }: PlacesProps) {
  const { editor, layouts } = useTexts();
  const nameOf = useBlockName();
  const { sides } = layouts.outdated;
  /** `Columns, Column 2`, `Footer`, `The whole mail`. */
  const listName = (list: JsonPath): string => {
    if (list.length === 1) return editor.wholeMail;
    if (list.length === 2) return list[0] === 'header' ? sides.header : sides.footer;
    const isColumn = list.at(-3) === 'columns';
    const outer = valueAt(design, list.slice(0, isColumn ? -3 : -1)) as JsonObject;
    const part = isColumn
      ? editor.column(Number(list.at(-2)) + 1)
      : list.at(-1) === 'else'
        ? editor.otherwise
        : '';
    return [nameOf(outer, true), part].filter(Boolean).join(', ');
  };
  const placeName = ({ list, index }: InsertionPoint) => {
    const before = index === 0 ? undefined : valueAt(design, [...list, index - 1]);
    return before === undefined
      ? editor.topOf(listName(list))
      : editor.after(nameOf(before as JsonObject, true), listName(list));
  };
  return (
    <Stack gap={4}>
      {placesFor(entry).map((place) => (
        <Button
          key={[...place.list, place.index].join('.')}
          variant="subtle"
          color="gray"
          justify="flex-start"
          onClick={() => onMove(place)}
        >
          {placeName(place)}
        </Button>
      ))}
    </Stack>
  );
}
