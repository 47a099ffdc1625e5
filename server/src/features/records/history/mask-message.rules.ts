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
 * Masks secrets and personal data in a message. The result must equal the masked sentence: if masking the
 * parameters separately would give a different one, only the masked sentence is kept.
 */
export function maskMessage(said: Message, masker: Pick<Masker, 'text'>): Message {
  const mask = (text: string) => masker.text(text).value;
  const plain = textOf(said);
  const masked = mask(plain);
  if (masked === plain) return said;
  // `about` is a message code and can't contain personal data.
  if (said.code === 'stored_sentence') return { ...said, params: { ...said.params, text: masked } };
  const parts = maskParts(said, mask);
  if (textOf(parts) === masked) return parts;
  return { code: 'stored_sentence', params: { text: masked, about: decisiveCode(said) } };
}
