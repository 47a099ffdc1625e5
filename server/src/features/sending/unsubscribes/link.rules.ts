import { z } from 'zod';
import type { SealPlace } from '../../../kernel/ports.ts';

/** What a link holds: for whom it is, and in which language they are spoken to. */
export interface LinkContent {
  address: string;
  locale: string;
}

const content = z.tuple([z.string(), z.string()]);

/** A link is good for the mail it stands in and for no other. */
export const linkPlace = (executionId: string): SealPlace => ({
  table: 'unsubscribe_links',
  name: executionId,
});

export const writeLink = ({ address, locale }: LinkContent) => JSON.stringify([address, locale]);

export function readLink(text: string): LinkContent {
  const [address, locale] = content.parse(JSON.parse(text));
  return { address, locale };
}
