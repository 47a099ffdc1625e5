import { z } from 'zod';
import type { SealPlace } from '../../../kernel/ports.ts';
import { versioned } from '../../../kernel/versioned.ts';

const linkContent = z.object({ address: z.string(), locale: z.string() });

/** What a link holds: for whom it is, and in which language they are spoken to. */
export type LinkContent = z.output<typeof linkContent>;

/** A link is good for the mail it stands in and for no other. */
export const linkPlace = (executionId: string): SealPlace => ({
  table: 'unsubscribe_links',
  name: executionId,
});

export const unsubscribeLinks = versioned<LinkContent>(
  'unsubscribe link',
  z.tuple([z.string(), z.string()]).transform(([address, locale]) => ({ address, locale })),
  linkContent,
);
