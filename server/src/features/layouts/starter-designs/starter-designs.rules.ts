import { example } from '../../rendering/design/example.rules.ts';
import { backInStock } from './back-in-stock.rules.ts';
import { newsletter } from './newsletter.rules.ts';
import { shippingUpdate } from './shipping-update.rules.ts';
import type { StarterDesign } from './starter-designs.schema.ts';
import { welcome } from './welcome.rules.ts';

/** Designs that a new layout can start from, in English. They use no files, so every store can save them. */
export const starterDesigns: readonly StarterDesign[] = [
  {
    key: 'order-confirmation',
    category: 'transactional',
    subject: 'Thank you for order {{ variables.order.name }}',
    previewText: 'We are getting it ready.',
    bodyDesign: example,
  },
  {
    key: 'shipping-update',
    category: 'transactional',
    subject: 'Order {{ variables.order.name }} is on its way',
    previewText: 'Expected on {{ variables.shipment.expected_on | date: "long" }}.',
    bodyDesign: shippingUpdate,
  },
  {
    key: 'welcome',
    category: 'transactional',
    subject: 'Welcome to {{ variables.shop.name }}',
    previewText: 'Your account is ready.',
    bodyDesign: welcome,
  },
  {
    key: 'newsletter',
    category: 'marketing',
    subject: '{{ variables.issue.title }}',
    previewText: '{{ variables.issue.intro }}',
    bodyDesign: newsletter,
  },
  {
    key: 'back-in-stock',
    category: 'marketing',
    subject: '{{ variables.product.title }} is back',
    previewText: 'You asked us to tell you.',
    bodyDesign: backInStock,
  },
];
