import { completeDesign } from 'outstep/features/rendering/design/design.schema.ts';
import { expect, test } from 'vitest';
import { brandValuesOf, colorsIn, defaultColors, typedBrand } from './brand-form.ts';
import { settingChanges, toFormFields, valuesOf, withChanges } from './settings-form.ts';

test('the default colors are those of a design without any', () => {
  expect(completeDesign({ blocks: [] }).global).toMatchObject(defaultColors);
});

test('omits incomplete colors and keeps the rest as typed', () => {
  const brand = typedBrand({
    ...brandValuesOf({}),
    ...{
      brandLinkColor: '#8a3',
      brandTextColor: '#221B10',
      brandButtonRadius: '0',
      brandFontFamily: 'times',
    },
  });
  expect(brand).toMatchObject({
    linkColor: null,
    textColor: '#221B10',
    buttonRadius: 0,
    fontFamily: 'times',
  });
  expect(colorsIn(brand)).toMatchObject({ textColor: '#221B10', linkColor: defaultColors.linkColor });
});

test('sends, keeps and rejects the brand like other settings', () => {
  const before = valuesOf({ settings: { brandTextColor: '#000000', brandFontFamily: 'arial' } });
  const after = structuredClone(before);
  after.brand['brandTextColor'] = '';
  after.brand['brandLinkColor'] = '#8a3b00';
  const changes = settingChanges(before, after);
  expect(changes).toEqual(['brandTextColor=', 'brandLinkColor=#8a3b00']);
  expect(withChanges(before, changes)).toEqual(after);
  expect(toFormFields('brandLinkColor: must be a color; companyDetails.de: too long')).toBe(
    'brand.brandLinkColor: must be a color; texts.de.companyDetails: too long',
  );
});
