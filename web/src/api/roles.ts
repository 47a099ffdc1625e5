export { coversRole as covers, type Role, roles } from '../../../server/src/kernel/access-levels.ts';
