import type { Texts } from '../en/index.ts';

export const stores: Texts['stores'] = {
  firstTitle: 'Ihren ersten Shop anlegen',
  title: 'Shop anlegen',
  lead: 'Alles in Outstep gehört zu einem Shop: seine Layouts, seine Absender, sein Team. Sie werden sein Inhaber.',
  name: 'Name des Shops',
  namePlaceholder: 'Tee & Co.',
  create: 'Shop anlegen',
  created: (name) => `${name} ist bereit`,
};
