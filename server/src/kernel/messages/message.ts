import { catalog, type MessageCode } from './catalog.ts';
import { render } from './render.ts';

/** The value of a placeholder; may be a message itself, or a list of messages. */
export type MessagePart = string | number | Message | readonly (string | Message)[];

/** `{name}` is a placeholder; braces with anything else between them, such as `{{ secrets.NAME }}`, are plain text. */
type HolesOf<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${string}${' ' | '{' | '"'}${string}` ? never : Name) | HolesOf<Rest>
  : never;

export type PartsOf<Code extends MessageCode> = {
  readonly [Name in HolesOf<(typeof catalog)[Code]>]: MessagePart;
};

/**
 * A message for a person as data: its code and the values of its placeholders. Creating one is cheap, and it
 * can be sent as JSON and between processes unchanged.
 */
export interface Message {
  readonly code: MessageCode;
  readonly params: Readonly<Record<string, MessagePart>>;
}

const NOTHING = {};

/** Creates the message with this code; the compiler checks its parameters. */
export const message = <Code extends MessageCode>(
  code: Code,
  ...[params]: keyof PartsOf<Code> extends never ? [] : [PartsOf<Code>]
): Message => ({ code, params: params ?? NOTHING });

/** The English text, as the API returns it. */
export const textOf = (said: Message): string => render(catalog, said);
