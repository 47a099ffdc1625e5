import { Group, Table, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import {
  type Contrasts,
  contrastsOf,
  MIN_TEXT_CONTRAST,
} from 'outstep/features/rendering/design/contrasts.rules.ts';
import type { Brand } from '../../parts/brand.ts';
import { useFormats } from '../../texts/formats.ts';
import { useTexts } from '../../texts/texts.tsx';
import { colorsIn } from './brand-form.ts';

const pairs = ['text', 'page', 'link', 'label'] as const satisfies readonly (keyof Contrasts)[];

/** The contrast of texts in light and dark mode. */
export function ContrastTable({ brand }: { brand: Brand }) {
  const { brand: texts } = useTexts();
  const { light, dark } = contrastsOf(colorsIn(brand));
  return (
    <Table aria-label={texts.contrast} verticalSpacing={6} fz="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{texts.contrast}</Table.Th>
          <Table.Th scope="col">{texts.light}</Table.Th>
          <Table.Th scope="col">{texts.dark}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {pairs.map((pair) => (
          <Table.Tr key={pair}>
            <Table.Th scope="row" fw={400}>
              {texts.pairs[pair]}
            </Table.Th>
            <Ratio of={light[pair]} />
            <Ratio of={dark[pair]} />
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Ratio({ of: ratio }: { of: number }) {
  const { brand } = useTexts();
  const { number } = useFormats();
  const isEnough = ratio >= MIN_TEXT_CONTRAST;
  // Rounded down: 4.49 is not 4.5.
  const shown = brand.ratio(number(Math.floor(ratio * 10) / 10));
  const Sign = isEnough ? IconCheck : IconAlertTriangle;
  return (
    <Table.Td>
      <Group gap={6} wrap="nowrap">
        <Sign
          size={16}
          aria-hidden
          color={isEnough ? 'var(--mantine-color-green-text)' : 'var(--mantine-color-error)'}
        />
        <div>
          <span style={{ whiteSpace: 'nowrap' }}>{shown}</span>
          <Text size="xs" c={isEnough ? 'dimmed' : 'var(--mantine-color-error)'}>
            {isEnough ? brand.enough : brand.tooLittle}
          </Text>
        </div>
      </Group>
    </Table.Td>
  );
}
