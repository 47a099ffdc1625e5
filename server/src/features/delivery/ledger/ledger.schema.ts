/** Until `data` nothing has gone out; after it something may have, and `unknown` says that nobody can tell. */
export type DeliveryState = 'planned' | 'claimed' | 'data' | 'sent' | 'failed' | 'unknown';

export type EndState = 'sent' | 'failed' | 'unknown';
