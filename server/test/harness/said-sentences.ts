import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../src');

/** Where nobody in the app hears what is said: settings of the operator, commands, and doors for programs. */
const UNHEARD =
  /^(config\.ts|setting-\w+\.ts|processes\/|adapters\/redis\/checked-connection|surfaces\/(rest|mcp|cli|openapi|workflow-platforms|calls)\/|.*\.test\.ts)/;

/** What stands before a sentence that people may read. */
const BEFORE = [
  String.raw`new (?:Refusal|OutboundError|MailboxError)\(\s*'\w+',\s*`,
  String.raw`\b(?:reason|error|message|sentence)(?::|\s=)\s+`,
  String.raw`\binvalidField\([^,()]+,\s*`,
  String.raw`\b(?:failed|refuse|malformed|away|warnings\.push)\(\s*`,
];
const LITERAL = /('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`)/.source;
const SAID = new RegExp(`(?:${BEFORE.join('|')})${LITERAL}`, 'g');

/** `at most ${max} characters` is `at most {} characters`; so is `at most {max} characters`. */
const HOLE = /\$\{(?:[^{}]|\{[^{}]*\})*\}|\{\w+\}/g;
export const shapeOf = (text: string) => text.replace(HOLE, '{}');

/** A word for machines (`timeout`), a hole alone, or nothing is no sentence. */
const isSentence = (text: string) => /[a-z]/i.test(text.replaceAll('{}', '')) && !/^[a-z_]+$/.test(text);
const ONE_WORD = new Set(['required']);

/** Every sentence in the sources that the app may have to show, by its shape, with a file that says it. */
export function saidSentences(): Map<string, string> {
  const found = new Map<string, string>();
  for (const file of globSync('**/*.ts', { cwd: root })) {
    if (UNHEARD.test(file)) continue;
    for (const [, literal = ''] of readFileSync(join(root, file), 'utf8').matchAll(SAID)) {
      const text = shapeOf(literal.slice(1, -1).replace(/\\(['"`])/g, '$1'));
      // A literal within a literal ends the outer one early; what is left says too little.
      const isWhole = !text.includes('${');
      if (isWhole && (isSentence(text) || ONE_WORD.has(text))) found.set(text, file);
    }
  }
  return found;
}
