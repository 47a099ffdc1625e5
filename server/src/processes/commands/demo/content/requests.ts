/** The shop's HTTP requests, each with the change that created its second version. */
export const requests = [
  {
    key: 'warehouse',
    made: {
      name: 'Notify warehouse',
      description: 'Adds a paid order to the packing list.',
      method: 'POST',
      url: 'https://warehouse.harbour-lane.example/orders',
      headers: { Authorization: 'Bearer {{ secrets.WAREHOUSE_TOKEN }}' },
      body: { order: '{{ variables.order.name }}', note: "{{ variables.order.note | default: '' }}" },
      timeoutMs: 10_000,
      testVariables: { order: { name: '#1001', note: 'A gift, please wrap it.' } },
    },
    changed: {
      headers: { Authorization: 'Bearer {{ secrets.WAREHOUSE_TOKEN }}', 'X-Shop': 'harbour-lane' },
      body: {
        order: '{{ variables.order.name }}',
        city: '{{ variables.customer.city }}',
        note: "{{ variables.order.note | default: '' }}",
      },
      testVariables: {
        order: { name: '#1001', note: 'A gift, please wrap it.' },
        customer: { city: 'Cork' },
      },
    },
    answers: { status: 201, body: '{"accepted":true,"packedBy":"tomorrow 12:00"}' },
  },
  {
    key: 'loyalty',
    made: {
      name: 'Add loyalty points',
      description: 'One point per euro, for loyalty card members only.',
      method: 'PUT',
      url: 'https://points.example/members/{{ variables.customer.id }}',
      body: { points: '{{ variables.order.points }}' },
      testVariables: { customer: { id: 'member-1001' }, order: { points: 75 } },
    },
    changed: { timeoutMs: 5_000 },
    answers: { status: 204, body: '' },
  },
  {
    key: 'books',
    made: {
      name: 'Create invoice',
      description: 'Adds the order to our accounting software.',
      method: 'POST',
      url: 'https://books.example/v2/invoices',
      headers: { 'X-Api-Key': '{{ secrets.BOOKS_KEY }}' },
      body: { reference: '{{ variables.order.name }}', total: '{{ variables.order.total }}' },
      testVariables: { order: { name: '#1001', total: '75.55' } },
    },
    changed: {
      body: {
        reference: '{{ variables.order.name }}',
        total: '{{ variables.order.total }}',
        currency: 'EUR',
      },
    },
    answers: { status: 200, body: '{"booked":true}' },
  },
  {
    key: 'team',
    made: {
      name: 'Notify team about large order',
      description: 'Posts a message to the workshop chat.',
      method: 'POST',
      url: 'https://chat.example/hooks/orders',
      body: { text: 'Order {{ variables.order.name }}: {{ variables.order.total }} euros. Well done!' },
      testVariables: { order: { name: '#1001', total: '420.00' } },
    },
    changed: { description: 'Posts a message to the workshop chat for orders over €250.' },
    answers: { status: 200, body: 'ok' },
  },
] as const;

export type RequestKey = (typeof requests)[number]['key'];

/** A request that is no longer needed; it is in the trash. */
export const deletedRequest = {
  name: 'Notify old warehouse',
  method: 'POST',
  url: 'https://old-warehouse.harbour-lane.example/orders',
};
