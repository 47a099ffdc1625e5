export { coversRole as covers, type Role, roles } from '../../../server/src/kernel/operation.ts';
