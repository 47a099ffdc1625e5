import { Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ContrastRatios, MIN_TEXT_CONTRAST } from 'outstep/features/rendering/design/contrasts.rules.ts';
import type { ComponentProps } from 'react';
import { colorsOf, useBrand } from '../../../parts/brand.ts';
import { ColorField } from '../../../parts/color-field.tsx';
import { useFormats } from '../../../texts/formats.ts';
import { useTexts } from '../../../texts/texts.tsx';

export interface ColorHelp {
  /** Colors that the design uses already. */
  own: readonly string[];
  /** Contrast of what uses the color. */
  ratios: ContrastRatios | null;
}

interface DesignColorFieldProps
  extends Omit<ComponentProps<typeof ColorField>, 'swatches' | 'description'>,
    ColorHelp {}

/** A color of a block or of the email, with brand and email colors to choose from, and its contrast. */
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

function Readable({ ratios: { light, dark } }: { ratios: ContrastRatios }) {
  const { brand } = useTexts();
  const { number } = useFormats();
  // Rounded down: 4.49 is not 4.5.
  const shown = (ratio: number) => brand.ratio(number(Math.floor(ratio * 10) / 10));
  const isEnough = Math.min(light, dark) >= MIN_TEXT_CONTRAST;
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
