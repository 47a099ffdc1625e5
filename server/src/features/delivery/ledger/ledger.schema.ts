/**
 * Before `data`, nothing has been sent; from then on, something may have been. `unknown`: the outcome cannot
 * be determined.
 */
export type DeliveryState = 'planned' | 'claimed' | 'data' | 'sent' | 'failed' | 'unknown';

export type EndState = 'sent' | 'failed' | 'unknown';
