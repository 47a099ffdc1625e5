export { forgetShop } from './forget-shop.ts';
export { storesOfShop } from './shopify.store.ts';
