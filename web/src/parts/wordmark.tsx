import { Group, Text } from '@mantine/core';
import icon from './icon.svg';

export function Wordmark({ size = 26 }: { size?: number }) {
  return (
    <Group gap={9} wrap="nowrap" component="span" display="inline-flex">
      <img src={icon} width={size} height={size} alt="" />
      <Text component="span" fw={700} fz={size * 0.69} lts="-0.02em" c="var(--mantine-color-text)">
        Outstep
      </Text>
    </Group>
  );
}
