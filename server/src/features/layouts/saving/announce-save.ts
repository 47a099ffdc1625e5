import type { Push } from '../../../kernel/engine.ts';
import type { ActorContext } from '../../../kernel/operation.ts';
import type { Noted } from './note-change.store.ts';
import { createPush } from './repository-push.rules.ts';

type Announcing = Pick<ActorContext, 'engine' | 'warn'>;

/** `null` when the store has no repository. */
export const pushFor = (storeId: string, noted: Noted | undefined): Push | null =>
  noted ? createPush(storeId, noted, noted.position) : null;

/** Call it after the transaction; it does not wait. What the engine misses, the sweep announces later. */
export function announce({ engine, warn }: Announcing, push: Push | null): void {
  if (push)
    engine.push(push).catch((error) => warn(error, 'a commit was not announced; the sweep will do it'));
}
