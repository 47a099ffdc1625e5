import { z } from 'zod';
import { id, time } from '../../kernel/id.ts';
import { pageInput, searchInput } from '../../kernel/page.ts';

export const trashKinds = ['layout', 'http-request'] as const;
export type TrashKind = (typeof trashKinds)[number];

/** How long deleted layouts and requests can be restored (contract: Trash 1). */
export const TRASH_DAYS = 30;
/** The limit per key and person, so that deleting in a loop evicts only their own items. */
export const MAX_TRASH_ITEMS = 500;
export const MAX_TRASH_BYTES = 256 * 1024 * 1024;

export const trashItem = z.object({
  id,
  kind: z.enum(trashKinds),
  name: z.string(),
  deletedBy: z.object({ type: z.enum(['key', 'user']), name: z.string() }),
  deletedAt: time,
  endsAt: time.describe(
    `When it is deleted permanently, ${TRASH_DAYS} days after it was moved to the trash.`,
  ),
});
export type TrashItem = z.output<typeof trashItem>;

export const listTrashInput = z.object({ ...pageInput, ...searchInput('the name') });

/** A file or preset that was deleted while the layout that used it was in the trash. */
export const lostReference = z.object({
  type: z.enum(['file', 'preset']),
  locale: z.string(),
  field: z.string().describe('Where it was, or still is: `bodyDesign.blocks[2]`.'),
  takenOut: z
    .boolean()
    .describe(
      'Whether the block, attachment, header or footer that used it was removed. A URL in the middle of a text is kept.',
    ),
});
export type LostReference = z.output<typeof lostReference>;

export const restoredDocument = z.object({
  restored: z.literal(true),
  id,
  kind: z.enum(trashKinds),
  name: z.string(),
  lost: z.array(lostReference).describe('References to files and presets that no longer exist.'),
});
export type RestoredDocument = z.output<typeof restoredDocument>;
