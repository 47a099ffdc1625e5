export { hashOf } from './found-translation.ts';
