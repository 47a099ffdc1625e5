import { type Message, message, textOf } from './messages/message.ts';
import { safeName } from './safe-name.ts';

const NAMED = 5;

/** A record that uses another one: a layout, a preset, a request, the settings. */
interface RecordUser {
  type: string;
  name: string;
}

function mention({ type, name }: RecordUser): Message {
  const named = { name: safeName(name) };
  if (type === 'settings') return message('user_settings');
  if (type === 'layout') return message('user_layout', named);
  if (type === 'preset') return message('user_preset', named);
  return message('user_other', { type, ...named });
}

/** Removes mentions that look the same to a reader. */
const distinct = (mentions: readonly Message[]) => [
  ...new Map(mentions.map((each) => [textOf(each), each])).values(),
];

/** `in use by layout "Order confirmation" and preset "Main footer"` (spec: Uploaded files 2). */
export function inUseBy(users: readonly RecordUser[]): Message {
  const mentions = distinct(users.map(mention));
  const named = mentions.slice(0, NAMED);
  const more = mentions.length - named.length;
  if (more > 0) return message('in_use_by_more', { users: named, count: more });
  const last = named.at(-1) as Message;
  return named.length === 1
    ? message('in_use_by', { users: last })
    : message('in_use_by_several', { users: named.slice(0, -1), last });
}
