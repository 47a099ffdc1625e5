import { Button, Fieldset, Group, Stack, Text, Title } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { Json, JsonPath } from 'outstep/kernel/json.ts';
import { Fragment, memo } from 'react';
import { useEventCallback } from '../../../parts/use-event-callback.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { type BlockEntry, sides } from '../model/blocks.rules.ts';
import { setMember, setRatio } from '../model/commands.rules.ts';
import { valueAt } from '../model/patches.rules.ts';
import { showsPicture } from '../model/picture.rules.ts';
import { Decorative } from '../pictures/decorative.tsx';
import { PictureField } from '../pictures/picture-field.tsx';
import { type EditorSession, fieldPath } from '../session/session.ts';
import { useBlockName } from '../session/use-block-name.ts';
import { SharedSectionPicker } from '../sides/shared-section-picker.tsx';
import { SideChoice } from '../sides/side-choice.tsx';
import { colorsIn, ratiosAt } from './colors.rules.ts';
import { FieldInput } from './field-input.tsx';
import { type BlockField, newEntry } from './fields.rules.ts';
import { ForceCondition } from './force-condition.tsx';
import { ApplyBrand } from './use-brand.tsx';

export interface FieldsPanelProps {
  session: EditorSession;
  fields: { blocks: ReadonlyMap<string, readonly BlockField[]>; global: readonly BlockField[] } | null;
  names: readonly string[];
}

/** The id of the input for a path in the design, so that it can be focused. */
export const inputId = (path: JsonPath) => `field-${fieldPath(path)}`;

const appearanceFields = new Set(['padding', 'background', 'hideOn']);
const conditions = new Set(['showIf', 'id']);

/** The fields of the selection: a block, a shared section, or the global styles. */
export const FieldsPanel = memo(function FieldsPanel({ session, fields, names }: FieldsPanelProps) {
  const { editor } = useTexts();
  const nameOf = useBlockName();
  const { entries, selection } = session;
  const entry = entries.find(({ key }) => key === selection);
  const shared = { session, names, global: fields?.global ?? [] };
  if (selection === 'header' || selection === 'footer')
    return <SideChoice key={selection} session={session} side={selection} />;
  if (!entry && session.preset)
    return (
      <Stack gap="sm">
        <Title order={3} size="sm">
          {session.preset.title}
        </Title>
        <Text size="sm" c="dimmed">
          {editor.noneChosen}
        </Text>
      </Stack>
    );
  if (!entry)
    return (
      <Stack gap="sm">
        <Title order={3} size="sm">
          {editor.wholeMail}
        </Title>
        <Text size="sm" c="dimmed">
          {editor.noneChosen}
        </Text>
        <ApplyBrand session={session} />
        {sides.map((side) => (
          <SideChoice key={side} session={session} side={side} />
        ))}
        <FieldList {...shared} fields={fields?.global ?? []} path={['global']} entry={null} />
      </Stack>
    );
  const own = fields?.blocks.get(entry.type) ?? [];
  const part = (isIn: (name: string) => boolean) => own.filter(({ name }) => isIn(name));
  const sections = [
    [editor.look, part((name) => appearanceFields.has(name))],
    [editor.when, part((name) => conditions.has(name)).toReversed()],
  ] as const;
  return (
    <Stack gap="sm" key={entry.key}>
      <Title order={3} size="sm">
        {nameOf(entry.block)}
      </Title>
      {entry.type === 'part' && <SharedSectionPicker session={session} entry={entry} />}
      <FieldList
        {...shared}
        fields={part((name) => !appearanceFields.has(name) && !conditions.has(name) && name !== 'preset')}
        path={entry.path}
        entry={entry}
      />
      {sections.map(([title, list]) =>
        list.length === 0 ? null : (
          <Fieldset key={title} legend={title} p="sm">
            <FieldList {...shared} fields={list} path={entry.path} entry={entry} />
          </Fieldset>
        ),
      )}
      <ForceCondition entry={entry} session={session} />
    </Stack>
  );
});

interface FieldListProps extends Pick<FieldsPanelProps, 'session' | 'names'> {
  /** The global fields, which the contrast of a block's colors depends on. */
  global: readonly BlockField[];
  fields: readonly BlockField[];
  /** Path of the object that these fields belong to. */
  path: JsonPath;
  entry: BlockEntry | null;
}

function FieldList({ fields, path, entry, session, names, global }: FieldListProps) {
  const { editor } = useTexts();
  const { design, faults, run, canChange } = session;
  const set = useEventCallback((field: BlockField, value: Json | undefined) =>
    run(
      field.name === 'ratio' && entry
        ? setRatio(design, entry, String(value ?? field.fallback))
        : setMember(design, [...path, field.name], value, field.fallback),
    ),
  );
  return (
    <Stack gap="sm">
      {fields.map((field) => {
        const at = [...path, field.name];
        const label = editor.labels[field.name as keyof typeof editor.labels] ?? field.name;
        const inner = { session, names, entry, global, fields: field.fields };
        if (field.kind === 'group')
          return (
            <Fieldset key={field.name} legend={label} p="sm">
              <FieldList {...inner} path={at} />
            </Fieldset>
          );
        if (field.kind === 'list') return <ListField key={field.name} {...inner} label={label} path={at} />;
        if (field.kind === 'file' && entry && showsPicture(entry))
          return <PictureField key={field.name} id={inputId(at)} entry={entry} session={session} />;
        return (
          <Fragment key={field.name}>
            <FieldInput
              id={inputId(at)}
              field={field}
              value={valueAt(design, at)}
              onChange={set}
              fault={faults[fieldPath(at)]}
              readOnly={!canChange}
              names={names}
              colorHelp={
                field.kind === 'color'
                  ? {
                      own: colorsIn(design),
                      ratios: ratiosAt(design, field.name, { entry, entries: session.entries, global }),
                    }
                  : null
              }
            />
            {field.name === 'alt' && entry?.type === 'image' && (
              <Decorative entry={entry} session={session} />
            )}
          </Fragment>
        );
      })}
    </Stack>
  );
}

/** The fields of each entry in a list, such as links of a menu or rows of a total. */
function ListField({ label, path, ...props }: FieldListProps & { label: string }) {
  const { editor } = useTexts();
  const { design, run, canChange } = props.session;
  const value = valueAt(design, path);
  const items = Array.isArray(value) ? value : [];
  const change = (kind: 'insert' | 'remove', index: number) =>
    run({
      label: 'set',
      patches: [
        kind === 'remove'
          ? { kind, path: [...path, index] }
          : Array.isArray(value)
            ? { kind, path: [...path, index], value: newEntry(props.fields) }
            : { kind: 'put', path, value: [newEntry(props.fields)] },
      ],
    });
  return (
    <Stack gap="xs" role="group" aria-label={label}>
      {items.map((_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an entry is identified by its position
        <Fieldset key={i} legend={editor.entry(i + 1)} p="sm">
          <Stack gap="sm">
            <FieldList {...props} path={[...path, i]} />
            {canChange && items.length > 1 && (
              <Group justify="flex-end">
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="gray"
                  leftSection={<IconTrash size={14} aria-hidden />}
                  aria-label={editor.removeEntry(i + 1)}
                  onClick={() => change('remove', i)}
                >
                  {editor.removeEntry(i + 1)}
                </Button>
              </Group>
            )}
          </Stack>
        </Fieldset>
      ))}
      {canChange && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => change('insert', items.length)}
        >
          {editor.addEntry}
        </Button>
      )}
    </Stack>
  );
}
