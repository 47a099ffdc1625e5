/** Connections of one sender: the default. */
export const CONNECTIONS = 2;
/** Of one step. */
export const RECIPIENTS = 10;

/** What every email is made from, the peer's too. */
export const layout = {
  name: 'News',
  subject: 'News for {{ variables.name }}',
  category: 'marketing',
  bodyDesign: {
    header: { blocks: [{ type: 'logo', alt: 'Shop' }] },
    blocks: [
      { type: 'heading', level: 1, text: 'News' },
      { type: 'text', html: '<p>Hello {{ variables.name }}, there is news.</p>' },
      { type: 'button', label: 'Read it', url: 'https://shop.example/news' },
    ],
  },
};
