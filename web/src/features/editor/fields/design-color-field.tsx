import { Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { ENOUGH, type Ratios } from '../../../../../server/src/features/rendering/design/contrasts.rules.ts';
import { colorsOf, useBrand } from '../../../parts/brand.ts';
import { ColorField } from '../../../parts/color-field.tsx';
import { useFormats } from '../../../texts/formats.ts';
import { useTexts } from '../../../texts/texts.tsx';

export interface ColorHelp {
  /** Colours that the design uses already. */
  own: readonly string[];
  /** How well what has the colour can be read. */
  ratios: Ratios | null;
}

interface DesignColorFieldProps
  extends Omit<ComponentProps<typeof ColorField>, 'swatches' | 'description'>,
    ColorHelp {}

/** A colour of a block or of the mail: with those of the brand and of the mail at hand, and how well it can be read. */
export function DesignColorField({ own, ratios, ...props }: DesignColorFieldProps) {
  const brand = useBrand();
  const ofBrand = brand ? colorsOf(brand) : [];
  return (
    <ColorField
      {...props}
      swatches={[...new Set([...ofBrand, ...own])]}
      {...(ratios && { description: <Readable ratios={ratios} /> })}
    />
  );
}

function Readable({ ratios: { light, dark } }: { ratios: Ratios }) {
  const { brand } = useTexts();
  const { number } = useFormats();
  // Rounded down: 4.49 is not 4.5.
  const shown = (ratio: number) => brand.ratio(number(Math.floor(ratio * 10) / 10));
  const isEnough = Math.min(light, dark) >= ENOUGH;
  return (
    <Group component="span" gap={4} wrap="nowrap" mt={4}>
      {!isEnough && (
        <IconAlertTriangle
          size={14}
          aria-hidden
          color="var(--mantine-color-error)"
          style={{ flex: 'none' }}
        />
      )}
      <Text component="span" size="xs" c={isEnough ? 'dimmed' : 'var(--mantine-color-error)'}>
        {`${brand.light} ${shown(light)} · ${brand.dark} ${shown(dark)}: ${isEnough ? brand.enough : brand.tooLittle}`}
      </Text>
    </Group>
  );
}
