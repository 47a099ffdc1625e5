import { Select, type SelectProps, Text } from '@mantine/core';
import { type Level, levels } from '../../../../server/src/kernel/access-levels.ts';
import { useTexts } from '../../texts/texts.tsx';

/** The three levels, each with what it may do. */
export function LevelSelect(props: SelectProps) {
  const { developer } = useTexts();
  return (
    <Select
      data={levels.map((level) => ({ value: level, label: developer.levels[level] }))}
      allowDeselect={false}
      comboboxProps={{ width: 280, position: 'bottom-start' }}
      renderOption={({ option }) => (
        <div>
          <Text size="sm">{option.label}</Text>
          <Text size="xs" c="dimmed">
            {developer.levelHints[option.value as Level]}
          </Text>
        </div>
      )}
      {...props}
    />
  );
}
