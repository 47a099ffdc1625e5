/** The demo's shop. Names that end in `.example` do not resolve (RFC 2606). */
export const shop = { name: 'Harbour Lane', url: 'https://harbour-lane.example' };

export const owner = 'owner@harbour-lane.example';

/** The sender of the month's emails, which pretend that the shop sent them itself. */
export const sender = { name: shop.name, address: 'orders@harbour-lane.example' };
export const mailServer = 'smtp.harbour-lane.example';

export const logo = `<svg xmlns="http://www.w3.org/2000/svg" width="720" height="200" viewBox="0 0 720 200">
  <circle cx="100" cy="100" r="76" fill="#0b6e4f"/>
  <path d="M100 38 v92 M100 52 q44 26 44 78 h-44" fill="#ffffff" stroke="#ffffff" stroke-width="7" stroke-linejoin="round"/>
  <path d="M48 144 q26 -18 52 0 t52 0" fill="none" stroke="#ffffff" stroke-width="9" stroke-linecap="round"/>
  <text x="206" y="124" font-family="serif" font-size="66" fill="#1b2229">Harbour Lane</text></svg>`;

export const terms = `Harbour Lane terms of sale

1. Your order belongs to you once it has been delivered.
2. You can return items within 30 days. We pay for return shipping.
3. We replace items that were damaged in transit. Just send us a photo.
`;

export const settings = [
  'companyDetails=Harbour Lane Ltd, 4 Harbour Lane, Cork, Ireland',
  'companyDetails.de=Harbour Lane Ltd, 4 Harbour Lane, Cork, Irland',
  'companyDetails.fr=Harbour Lane Ltd, 4 Harbour Lane, Cork, Irlande',
];

export const secrets = [
  {
    name: 'WAREHOUSE_TOKEN',
    value: 'not-a-real-token-of-the-warehouse',
    description: 'From the warehouse portal, under Settings > Access.',
  },
  {
    name: 'BOOKS_KEY',
    value: 'not-a-real-key-of-the-books',
    description: 'From our accounting software. Expires every October.',
  },
];
