export { reserveQuota, returnQuota } from './reserve-quota.ts';
