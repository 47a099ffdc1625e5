import { Input, SegmentedControl, Select, SimpleGrid, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useMediaQuery } from '@mantine/hooks';
import { brandColors, brandSettings } from 'outstep/features/library/settings/brand.rules.ts';
import { fontNames, fonts } from 'outstep/features/library/settings/fonts.schema.ts';
import type { ReactNode } from 'react';
import { colorsOf } from '../../parts/brand.ts';
import { ColorField } from '../../parts/color-field.tsx';
import { Section } from '../../parts/section.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { defaultColors, typedBrand } from './brand-form.ts';
import { BrandSample } from './brand-sample.tsx';
import { ContrastTable } from './contrast-table.tsx';
import type { SettingsValues } from './settings-form.ts';

interface BrandSectionProps {
  form: UseFormReturnType<SettingsValues>;
  editable: boolean;
}

/** Colors, font and button shape, beside a sample email. */
export function BrandSection({ form, editable }: BrandSectionProps) {
  const { brand: texts } = useTexts();
  const values = form.getValues().brand;
  const brand = typedBrand(values);
  const set = (name: string, value: string) => form.setFieldValue(`brand.${name}`, value);
  const errorOf = (name: string) => form.errors[`brand.${name}`];
  const fallbacks = {
    ...defaultColors,
    buttonFill: brand.linkColor ?? defaultColors.linkColor,
    buttonColor: '#ffffff',
  };
  const placeholders = { buttonFill: texts.asLinks, buttonColor: texts.readable };
  return (
    <Section title={texts.title} hint={texts.hint}>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Stack>
          <SimpleGrid cols={{ base: 1, xs: 2 }} component="fieldset" p={0} m={0} style={{ border: 0 }}>
            {brandColors.map((field) => {
              const name = brandSettings[field];
              return (
                <ColorField
                  key={field}
                  label={texts[field]}
                  value={values[name] ?? ''}
                  fallback={fallbacks[field]}
                  {...(field in placeholders && {
                    placeholder: placeholders[field as keyof typeof placeholders],
                  })}
                  error={errorOf(name)}
                  readOnly={!editable}
                  swatches={colorsOf(brand)}
                  onChange={(color) => set(name, color)}
                />
              );
            })}
          </SimpleGrid>
          <Select
            label={texts.font}
            placeholder={texts.anyFont}
            clearable
            clearButtonProps={{ 'aria-label': texts.anyFont }}
            readOnly={!editable}
            value={values[brandSettings.fontFamily] || null}
            error={errorOf(brandSettings.fontFamily)}
            onChange={(font) => set(brandSettings.fontFamily, font ?? '')}
            data={fontNames.map((font) => ({
              value: font,
              label: font === 'system' ? texts.deviceFont : nameOfFont(fonts[font]),
            }))}
          />
          <Shape
            value={values[brandSettings.buttonRadius] ?? ''}
            error={errorOf(brandSettings.buttonRadius)}
            editable={editable}
            onChange={(radius) => set(brandSettings.buttonRadius, radius)}
          />
        </Stack>
        <Stack>
          <BrandSample brand={brand} />
          <ContrastTable brand={brand} />
        </Stack>
      </SimpleGrid>
    </Section>
  );
}

/** The first family names the font: `'Trebuchet MS',Tahoma,sans-serif` is Trebuchet MS. */
const nameOfFont = (family: string) => (family.split(',')[0] ?? '').replaceAll("'", '');

const radii = { none: '', square: '0', rounded: '8', pill: '50' } as const;

interface ShapeProps {
  /** In pixels; empty for the default. */
  value: string;
  error: ReactNode;
  editable: boolean;
  onChange: (radius: string) => void;
}

function Shape({ value, error, editable, onChange }: ShapeProps) {
  const { brand } = useTexts();
  const usual = Object.entries(radii).map(([name, radius]) => ({
    value: radius,
    label: brand.shapes[name as keyof typeof radii],
  }));
  // On a phone, the longer German words don't fit side by side.
  const isNarrow = useMediaQuery('(max-width: 36em)', false, { getInitialValueInEffect: false });
  const isOther = usual.every((each) => each.value !== value);
  return (
    <Input.Wrapper label={brand.shape} labelElement="div" error={error}>
      <SegmentedControl
        fullWidth
        orientation={isNarrow ? 'vertical' : 'horizontal'}
        aria-label={brand.shape}
        readOnly={!editable}
        value={value}
        onChange={onChange}
        data={isOther ? [...usual, { value, label: brand.pixels(value) }] : usual}
      />
    </Input.Wrapper>
  );
}
