/** Connections per sender: the default. */
export const CONNECTIONS = 2;
/** Recipients per step. */
export const RECIPIENTS = 10;

/** The layout of every email, including those of n8n. */
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
