import { starterDesigns } from '../../../../features/layouts/starter-designs/starter-designs.rules.ts';
import { inTheNameOfTheShop } from './layouts.ts';
import type { Translation } from './translation.ts';

/** Some layouts have no German, as in a shop that has only begun with it. */
const inGerman: readonly string[] = ['order-confirmation', 'shipping-update', 'welcome'];

const fromStarters = starterDesigns.de
  .filter(({ key }) => inGerman.includes(key))
  .map(({ key, subject, previewText, bodyDesign }): [string, Translation] => [
    key,
    { subject, previewText, bodyDesign: inTheNameOfTheShop(bodyDesign) },
  ]);

/** By the key of the layout. */
export const german: Readonly<Record<string, Translation>> = {
  ...Object.fromEntries(fromStarters),
  'pick-up': {
    subject: 'Bestellung {{ variables.order.name }} liegt bereit',
    previewText: 'Bis sechs Uhr an der Theke.',
    body:
      '<p>Guten Tag{% if variables.customer.first_name %} {{ variables.customer.first_name }}{% endif %},</p>\n' +
      '<p>Bestellung <b>{{ variables.order.name }}</b> liegt für Sie an der Theke. Wir sind bis sechs Uhr da.</p>\n' +
      '<p>Harbour Lane, 4 Harbour Lane</p>\n',
  },
};
