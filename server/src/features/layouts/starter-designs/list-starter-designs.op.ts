import { z } from 'zod';
import { appOperation } from '../../../kernel/operation.ts';
import { pageOf, singlePage } from '../../../kernel/page.ts';
import { brandOf } from '../../library/settings/brand.rules.ts';
import { settingsOf } from '../../library/settings/settings.store.ts';
import { starterDesigns } from './starter-designs.rules.ts';
import { starterDesign, starterLanguages } from './starter-designs.schema.ts';
import { withBrand } from './with-brand.rules.ts';

export const listStarterDesigns = appOperation({
  name: 'list_ready_designs',
  summary: 'List the starter designs for new layouts, in the brand of the store.',
  app: [{ method: 'GET', path: '/ready-designs', role: 'viewer' }],
  input: z.object({
    language: z.enum(starterLanguages).default('en').describe('Language of the texts.'),
  }),
  output: pageOf(starterDesign),
  async run({ db }, { language }) {
    const brand = brandOf(await settingsOf(db));
    const branded = starterDesigns[language].map((each) => ({
      ...each,
      bodyDesign: withBrand(each.bodyDesign, brand),
    }));
    return { value: singlePage(branded) };
  },
});
