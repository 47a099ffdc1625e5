export { powersOf } from './powers.ts';
