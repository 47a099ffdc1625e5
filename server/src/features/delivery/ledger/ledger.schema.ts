/** Before `data` nothing has gone out; from then on something may have. `unknown`: the outcome cannot be determined. */
export type DeliveryState = 'planned' | 'claimed' | 'data' | 'sent' | 'failed' | 'unknown';

export type EndState = 'sent' | 'failed' | 'unknown';
