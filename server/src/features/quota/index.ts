export { returnQuota, reserveQuota } from './reserve-quota.ts';
