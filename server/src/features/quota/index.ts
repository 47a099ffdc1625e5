export { quotaUsed } from './quota.store.ts';
export { reserveQuota, returnQuota } from './reserve-quota.ts';
