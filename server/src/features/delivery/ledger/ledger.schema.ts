/** Before `data` nothing has gone out; from then on something may have. `unknown`: nobody can tell. */
export type DeliveryState = 'planned' | 'claimed' | 'data' | 'sent' | 'failed' | 'unknown';

export type EndState = 'sent' | 'failed' | 'unknown';
