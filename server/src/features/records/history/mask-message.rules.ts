import { type Message, type MessagePart, textOf } from '../../../kernel/messages/message.ts';
import { decisiveCode } from './failure-signal.rules.ts';
import type { Masker } from './masking.rules.ts';

const maskPart = (part: MessagePart, mask: (text: string) => string): MessagePart => {
  if (typeof part === 'number') return part;
  if (typeof part === 'string') return mask(part);
  return 'code' in part
    ? maskParts(part, mask)
    : part.map((each) => maskPart(each, mask) as string | Message);
};

const maskParts = ({ code, params }: Message, mask: (text: string) => string): Message => ({
  code,
  params: Object.fromEntries(Object.entries(params).map(([name, part]) => [name, maskPart(part, mask)])),
});

/**
 * A message without secrets and personal data. The sentence as a whole decides: where its parts alone would show anything
 * else, only the masked sentence is kept.
 */
export function maskMessage(said: Message, masker: Pick<Masker, 'text'>): Message {
  const mask = (text: string) => masker.text(text).value;
  const plain = textOf(said);
  const masked = mask(plain);
  if (masked === plain) return said;
  // What it was about is a code, not words of anybody.
  if (said.code === 'stored_sentence') return { ...said, params: { ...said.params, text: masked } };
  const parts = maskParts(said, mask);
  if (textOf(parts) === masked) return parts;
  return { code: 'stored_sentence', params: { text: masked, about: decisiveCode(said) } };
}
