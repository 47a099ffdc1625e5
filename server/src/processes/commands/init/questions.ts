import { createInterface } from 'node:readline';
import { ConfigError } from '../../../config.ts';
import type { Terminal } from '../terminal.ts';

export interface Questions {
  /** What is typed, or the preset where it is nothing. */
  ask(question: string, preset: string): Promise<string>;
  close(): void;
}

const isTerminal = (stream: Terminal['stdin']) => 'isTTY' in stream && stream.isTTY === true;

/** Questions to whoever sits there; `null` where nobody does. */
export function openQuestions({ stdin, stdout }: Terminal): Questions | null {
  if (!isTerminal(stdin)) return null;
  const terminal = createInterface({ input: stdin, output: stdout });
  // Lines that are pasted come before they are asked for; the iterator keeps them.
  const lines = terminal[Symbol.asyncIterator]();
  return {
    async ask(question, preset) {
      terminal.setPrompt(preset ? `${question} [${preset}]: ` : `${question}: `);
      terminal.prompt();
      const { value, done } = await lines.next();
      if (done) throw new ConfigError('nothing was written');
      return value.trim() || preset;
    },
    close: () => terminal.close(),
  };
}
