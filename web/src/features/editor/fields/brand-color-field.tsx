import type { ComponentProps } from 'react';
import { colorsOf, useBrand } from '../../../parts/brand.ts';
import { ColorField } from '../../../parts/color-field.tsx';

/** A colour of a block or of the mail, with those of the brand at hand. */
export function BrandColorField(props: Omit<ComponentProps<typeof ColorField>, 'swatches'>) {
  const brand = useBrand();
  return <ColorField {...props} swatches={brand ? colorsOf(brand) : []} />;
}
