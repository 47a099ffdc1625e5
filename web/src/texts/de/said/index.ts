import { fields } from './fields.ts';
import { liquid } from './liquid.ts';
import { store } from './store.ts';
import { targets } from './targets.ts';

/** What the server says in English, by its sentence; `{name}` is a part of it that differs. */
export const said: Record<string, string> = { ...fields, ...liquid, ...targets, ...store };
