export const stores = {
  firstTitle: 'Create your first store',
  title: 'Create a store',
  lead: 'A store contains your layouts, senders and team. You’ll be its owner.',
  name: 'Store name',
  namePlaceholder: 'Tea & Co.',
  create: 'Create store',
  created: (name: string) => `${name} created`,
};
