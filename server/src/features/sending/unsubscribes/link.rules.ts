import { z } from 'zod';
import type { SealPlace } from '../../../kernel/ports.ts';
import { versioned } from '../../../kernel/versioned.ts';

const linkContent = z.object({ address: z.string(), locale: z.string() });

/** Whom a link is for, and the language to speak to them in. */
export type LinkContent = z.output<typeof linkContent>;

/** Binds a link to the mail that it is in. */
export const linkPlace = (executionId: string): SealPlace => ({
  table: 'unsubscribe_links',
  name: executionId,
});

export const unsubscribeLinks = versioned<LinkContent>(
  'unsubscribe link',
  z.tuple([z.string(), z.string()]).transform(([address, locale]) => ({ address, locale })),
  linkContent,
);
