export const stores = {
  firstTitle: 'Create your first store',
  title: 'Create a store',
  lead: 'Everything in Outstep belongs to a store: its layouts, senders and its team. You become its owner.',
  name: 'Name of the store',
  namePlaceholder: 'Tea & Co.',
  create: 'Create store',
  created: (name: string) => `${name} is ready`,
};
