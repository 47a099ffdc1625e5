import type { Json, JsonObject } from '../../../kernel/json.ts';
import { isPlainObject } from '../../../kernel/plain-object.ts';
import abandonedCart from './designs/abandoned-cart.json' with { type: 'json' };
import abandonedCartOffer from './designs/abandoned-cart-offer.json' with { type: 'json' };
import backInStock from './designs/back-in-stock.json' with { type: 'json' };
import delivered from './designs/delivered.json' with { type: 'json' };
import invoice from './designs/invoice.json' with { type: 'json' };
import newsletter from './designs/newsletter.json' with { type: 'json' };
import newsletterStory from './designs/newsletter-story.json' with { type: 'json' };
import orderConfirmation from './designs/order-confirmation.json' with { type: 'json' };
import passwordReset from './designs/password-reset.json' with { type: 'json' };
import pickUpReady from './designs/pick-up-ready.json' with { type: 'json' };
import refund from './designs/refund.json' with { type: 'json' };
import reviewRequest from './designs/review-request.json' with { type: 'json' };
import shippingUpdate from './designs/shipping-update.json' with { type: 'json' };
import welcome from './designs/welcome.json' with { type: 'json' };
import winBack from './designs/win-back.json' with { type: 'json' };
import {
  type StarterDesign,
  type StarterDesignKey,
  type StarterLanguage,
  starterDesignKeys,
} from './starter-designs.schema.ts';

/** Each file contains the structure once; a text that differs by language is `{ "en": "…", "de": "…" }`. */
export const starterFiles: Readonly<Record<StarterDesignKey, JsonObject>> = {
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

export const isTranslated = (value: object) => 'en' in value;

function inLanguage(value: Json, language: StarterLanguage): Json {
  if (Array.isArray(value)) return value.map((entry) => inLanguage(entry, language));
  if (!isPlainObject(value)) return value;
  if (isTranslated(value)) return value[language] as Json;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, inLanguage(member as Json, language)]),
  );
}

const writtenIn = (language: StarterLanguage): readonly StarterDesign[] =>
  starterDesignKeys.map((key) => {
    const { category, ...rest } = inLanguage(starterFiles[key], language) as JsonObject;
    return { key, category, defaultLocale: language, ...rest } as StarterDesign;
  });

/** Designs that a new layout can start from, by language. They use no files, so every store can save them. */
export const starterDesigns: Readonly<Record<StarterLanguage, readonly StarterDesign[]>> = {
  en: writtenIn('en'),
  de: writtenIn('de'),
};
