export { askErasure, eraseDue } from './erasures.ts';
