import core from 'mjml-core';
import preset from 'mjml-preset-core';
import type { MjmlNode } from './blocks/block.schema.ts';

type Compile = (tree: MjmlNode, options: object) => Promise<{ html: string }>;

/** Node hands out a CommonJS module as it is, bundlers what it calls its default. */
const loaded: unknown = core;
const compile = (typeof loaded === 'function' ? loaded : (loaded as { default: unknown }).default) as Compile;

/** Nothing is loaded: no fonts, no includes. The tree is our own, so it is not validated again. */
const options = { fonts: {}, validationLevel: 'skip', presets: [preset] } as const;

export async function htmlOfMjml(tree: MjmlNode): Promise<string> {
  const { html } = await compile(tree, options);
  // Its indentation is a fifth of the page.
  return html.replace(/[ \t]*\n[ \t\n]*/g, '\n').trim();
}
