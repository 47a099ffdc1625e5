import type { Texts } from '../en/index.ts';

export const stores: Texts['stores'] = {
  firstTitle: 'Ersten Shop anlegen',
  title: 'Shop anlegen',
  lead: 'Layouts, Absender und Team gehören in Outstep immer zu einem Shop. Sie werden Inhaber dieses Shops.',
  name: 'Name des Shops',
  namePlaceholder: 'Tee & Co.',
  create: 'Shop anlegen',
  created: (name) => `${name} angelegt`,
};
