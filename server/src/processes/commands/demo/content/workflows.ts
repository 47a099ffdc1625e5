/** The workflow that sends each layout, by layout key. */
const sending: Readonly<Record<string, string>> = {
  'order-confirmation': 'Order paid',
  'shipping-update': 'Order shipped',
  'pick-up': 'Order ready for pickup',
  welcome: 'Customer created',
  'back-in-stock': 'Product back in stock',
  reminder: 'Cart abandoned',
  newsletter: 'Newsletter',
};

/** The step that sends a layout. */
export const stepOfMail = (key: string) => ({ workflow: sending[key] ?? key, stepId: `send-${key}` });

/** The step that makes a call; all of them are triggered by a new order. */
export const stepOfCall = (key: string) => ({ workflow: 'Order paid', stepId: `call-${key}` });
