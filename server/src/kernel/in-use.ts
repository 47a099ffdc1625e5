import { safeName } from './safe-name.ts';

const NAMED = 5;

/** A user of a record: a layout, a preset, a request, the settings. */
interface User {
  type: string;
  name: string;
}

const mention = ({ type, name }: User) =>
  type === 'settings' ? "the store's settings" : `${type} "${safeName(name)}"`;

/** `in use by layout "Order confirmation" and preset "Main footer"` (spec: Uploaded files 2). */
export function inUseBy(users: readonly User[]): string {
  const mentions = [...new Set(users.map(mention))];
  const named = mentions.slice(0, NAMED);
  const more = mentions.length - named.length;
  if (more > 0) return `in use by ${named.join(', ')} and ${more} more`;
  const last = named.pop();
  return `in use by ${named.length > 0 ? `${named.join(', ')} and ` : ''}${last}`;
}
