import type { BrowserContext } from 'playwright-core';
import { appCall } from './app.ts';

/** Two requests, with a secret and values to fill in. */
export async function fillHttpRequests(owner: BrowserContext, origin: string, storeId: string) {
  const call = (method: string, path: string, data: unknown) =>
    appCall(owner, origin, method, `/app/api/stores/${storeId}${path}`, data);
  await call('PUT', '/secrets/WAREHOUSE_TOKEN', { value: 'a-token-of-the-warehouse' });
  await call('POST', '/http-requests', {
    name: 'Add to the loyalty programme',
    method: 'PUT',
    url: 'https://loyalty.example.com/members/{{ variables.customer.id }}',
  });
  await call('POST', '/http-requests', {
    name: 'Tell the warehouse',
    description: 'Puts a paid order on the list of those who pack.',
    method: 'POST',
    url: 'https://warehouse.example.com/orders/{{ variables.order.id }}',
    headers: { Authorization: 'Bearer {{ secrets.WAREHOUSE_TOKEN }}', 'X-Shop': 'Tea & Co.' },
    body: { order: '{{ variables.order.id }}', note: '{{ variables.note }}' },
    testVariables: { order: { id: 1001, total: '24.90' }, note: 'a gift' },
  });
}
