import { starterDesigns } from '../../../../features/layouts/starter-designs/starter-designs.rules.ts';
import { withShopTestVariables } from './layouts.ts';
import type { DemoTranslation } from './translation.ts';

/** Some layouts have no German translation, like in a shop that has only begun to translate. */
const inGerman: readonly string[] = ['order-confirmation', 'shipping-update', 'welcome'];

const fromStarters = starterDesigns.de
  .filter(({ key }) => inGerman.includes(key))
  .map(({ key, subject, previewText, bodyDesign }): [string, DemoTranslation] => [
    key,
    { subject, previewText, bodyDesign: withShopTestVariables(bodyDesign) },
  ]);

/** German translations, by layout key. */
export const german: Readonly<Record<string, DemoTranslation>> = {
  ...Object.fromEntries(fromStarters),
  'pick-up': {
    subject: 'Bestellung {{ variables.order.name }} ist abholbereit',
    previewText: 'Heute bis 18 Uhr an der Theke.',
    body:
      '<p>Guten Tag{% if variables.customer.first_name %} {{ variables.customer.first_name }}{% endif %},</p>\n' +
      '<p>Ihre Bestellung <b>{{ variables.order.name }}</b> liegt an der Theke für Sie bereit. Wir haben bis 18 Uhr geöffnet.</p>\n' +
      '<p>Harbour Lane, 4 Harbour Lane</p>\n',
  },
};
