import { catalog, type MessageCode } from './catalog.ts';
import { render } from './render.ts';

/** A part of a sentence that differs; it may be a sentence itself, or a list of them. */
export type MessagePart = string | number | Message | readonly (string | Message)[];

/** `{name}` is a placeholder; braces with anything else between them, such as `{{ secrets.NAME }}`, are plain text. */
type HolesOf<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${string}${' ' | '{' | '"'}${string}` ? never : Name) | HolesOf<Rest>
  : never;

export type PartsOf<Code extends MessageCode> = {
  readonly [Name in HolesOf<(typeof catalog)[Code]>]: MessagePart;
};

/**
 * A sentence for a person as data: which one it is, and what stands in its holes. It costs nothing until somebody reads it,
 * and goes through JSON and between processes as it is.
 */
export interface Message {
  readonly code: MessageCode;
  readonly params: Readonly<Record<string, MessagePart>>;
}

const NOTHING = {};

/** The sentence with this code; the compiler knows which parts it has. */
export const message = <Code extends MessageCode>(
  code: Code,
  ...[params]: keyof PartsOf<Code> extends never ? [] : [PartsOf<Code>]
): Message => ({ code, params: params ?? NOTHING });

/** In English, as the API says it. */
export const textOf = (said: Message): string => render(catalog, said);
