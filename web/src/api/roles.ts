export { coversRole as covers, type Role, roles } from 'outstep/kernel/access-levels.ts';
