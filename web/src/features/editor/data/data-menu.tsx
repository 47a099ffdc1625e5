import { Button, Menu, Text } from '@mantine/core';
import { IconChevronDown, IconDatabase } from '@tabler/icons-react';
import { useState } from 'react';
import { useRead } from '../../../api/queries.ts';
import { type DataChoice, type LayoutRun, testDataChoice } from './data-choice.ts';
import { type Shape, shapes } from './shape-data.rules.ts';
import { useDataNames, useDataTexts } from './use-data-texts.ts';

interface DataMenuProps {
  layoutId: string;
  choice: DataChoice;
  onChange(choice: DataChoice): void;
  announce(text: string): void;
}

const keyOf = (choice: DataChoice) =>
  choice.of === 'run' ? choice.run.id : choice.of === 'shape' ? choice.shape : choice.of;

/** Chooses the preview data: the test variables, a real run, or a shape that commonly breaks in inboxes. */
export function DataMenu({ layoutId, choice, onChange, announce }: DataMenuProps) {
  const texts = useDataTexts();
  const { nameOf, nameOfRun } = useDataNames();
  const [opened, setOpened] = useState(false);
  const runs = useRead<{ items: LayoutRun[] }>(`/email-templates/${layoutId}/runs`, {}, { enabled: opened });
  const listed = runs.data?.items ?? [];
  const choose = (key: string) => {
    const run = listed.find(({ id }) => id === key) ?? (choice.of === 'run' ? choice.run : undefined);
    const isShape = (shapes as readonly string[]).includes(key);
    const next: DataChoice =
      run?.id === key ? { of: 'run', run } : isShape ? { of: 'shape', shape: key as Shape } : testDataChoice;
    onChange(next);
    announce(texts.said(nameOf(next)));
  };
  // The chosen run remains listed, even when there are ten newer ones.
  const kept = choice.of === 'run' && !listed.some(({ id }) => id === choice.run.id) ? [choice.run] : [];
  return (
    <Menu position="bottom-end" opened={opened} onChange={setOpened} width={300}>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant={choice.of === 'tested' ? 'default' : 'light'}
          maw="min(100%, 320px)"
          style={{ flexShrink: 0 }}
          leftSection={<IconDatabase size={16} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {texts.open(nameOf(choice))}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="60vh" style={{ overflowY: 'auto' }}>
        <Menu.RadioGroup value={keyOf(choice)} onChange={choose}>
          <Menu.RadioItem value="tested" closeMenuOnClick>
            {texts.tested}
          </Menu.RadioItem>
          <Menu.Label>{texts.shapes}</Menu.Label>
          {shapes.map((shape) => (
            <Menu.RadioItem key={shape} value={shape} closeMenuOnClick>
              {texts[shape]}
            </Menu.RadioItem>
          ))}
          <Menu.Label>{texts.runs}</Menu.Label>
          {[...kept, ...listed].map((run) => (
            <Menu.RadioItem key={run.id} value={run.id} closeMenuOnClick>
              {nameOfRun(run)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        {kept.length + listed.length === 0 && (
          <Text size="xs" c="dimmed" px="sm" pb="xs">
            {runs.isError ? texts.unknown : runs.isFetching ? texts.loading : texts.noRuns}
          </Text>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
