import { abandonedCart } from './abandoned-cart.rules.ts';
import { abandonedCartOffer } from './abandoned-cart-offer.rules.ts';
import { backInStock } from './back-in-stock.rules.ts';
import { delivered } from './delivered.rules.ts';
import { invoice } from './invoice.rules.ts';
import { newsletter } from './newsletter.rules.ts';
import { newsletterStory } from './newsletter-story.rules.ts';
import { orderConfirmation } from './order-confirmation.rules.ts';
import { passwordReset } from './password-reset.rules.ts';
import { pickUpReady } from './pick-up-ready.rules.ts';
import { refund } from './refund.rules.ts';
import { reviewRequest } from './review-request.rules.ts';
import { shippingUpdate } from './shipping-update.rules.ts';
import type { WriteStarter } from './starter.rules.ts';
import {
  type StarterDesign,
  type StarterDesignKey,
  type StarterLanguage,
  starterDesignKeys,
} from './starter-designs.schema.ts';
import { welcome } from './welcome.rules.ts';
import { winBack } from './win-back.rules.ts';

const starters: Readonly<Record<StarterDesignKey, WriteStarter>> = {
  'order-confirmation': orderConfirmation,
  'shipping-update': shippingUpdate,
  delivered,
  'pick-up-ready': pickUpReady,
  refund,
  invoice,
  welcome,
  'password-reset': passwordReset,
  newsletter,
  'newsletter-story': newsletterStory,
  'abandoned-cart': abandonedCart,
  'abandoned-cart-offer': abandonedCartOffer,
  'back-in-stock': backInStock,
  'review-request': reviewRequest,
  'win-back': winBack,
};

const writtenIn = (language: StarterLanguage): readonly StarterDesign[] =>
  starterDesignKeys.map((key) => ({ key, ...starters[key](language) }));

/** Designs that a new layout can start from, by language. They use no files, so every store can save them. */
export const starterDesigns: Readonly<Record<StarterLanguage, readonly StarterDesign[]>> = {
  en: writtenIn('en'),
  de: writtenIn('de'),
};
