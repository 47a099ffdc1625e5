import { Select, type SelectProps, Text } from '@mantine/core';
import { roles } from 'outstep/kernel/access-levels.ts';
import { useTexts } from '../../texts/texts.tsx';

/** The three roles, each with what it may do. */
export function RoleSelect(props: SelectProps) {
  const { common, team } = useTexts();
  return (
    <Select
      data={roles.map((role) => ({ value: role, label: common.roles[role] }))}
      allowDeselect={false}
      comboboxProps={{ width: 260, position: 'bottom-start' }}
      renderOption={({ option }) => (
        <div>
          <Text size="sm">{option.label}</Text>
          <Text size="xs" c="dimmed">
            {team.roleHints[option.value as keyof typeof team.roleHints]}
          </Text>
        </div>
      )}
      {...props}
    />
  );
}
