/** Which workflow of the shop sends a layout, by its key. */
const sending: Readonly<Record<string, string>> = {
  'order-confirmation': 'Order paid',
  'shipping-update': 'Parcel handed over',
  'pick-up': 'Order ready',
  welcome: 'Account opened',
  'back-in-stock': 'Product is back',
  reminder: 'Basket left',
  newsletter: 'Newsletter',
};

/** The step that sends a layout. */
export const stepOfMail = (key: string) => ({ workflow: sending[key] ?? key, stepId: `send-${key}` });

/** The step that makes a call; all of them are about a new order. */
export const stepOfCall = (key: string) => ({ workflow: 'Order paid', stepId: `call-${key}` });
