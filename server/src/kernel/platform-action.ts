import type { z } from 'zod';

/** 200: it has ended. 202: it has not, and the same call will later return the result. */
export interface PlatformAnswer<T> {
  value: T;
  status: 200 | 202;
  executionId?: string;
  /** Set if the run was received before: fields that differ from the first call, which decided what runs. */
  repeats?: { differing: readonly string[] };
}

/** An action that a step of a workflow platform can run. */
export interface PlatformAction<Ctx, Input extends z.ZodObject, Output extends z.ZodType> {
  /** The last segment of its path: `http-request`. */
  name: string;
  /** The operation ID for generated clients. */
  id: string;
  summary: string;
  description?: string;
  input: Input;
  output: Output;
  run(ctx: Ctx, input: z.output<Input>): Promise<PlatformAnswer<z.output<Output>>>;
}

// biome-ignore lint/suspicious/noExplicitAny: the only list of actions of every shape
export type AnyPlatformAction = PlatformAction<any, z.ZodObject, z.ZodType>;

/** An action on behalf of the store that the platform has signed the call for. */
export const platformAction = <Ctx, Input extends z.ZodObject, Output extends z.ZodType>(
  declaration: PlatformAction<Ctx, Input, Output>,
) => declaration;
