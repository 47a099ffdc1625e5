import core from 'mjml-core';
import preset from 'mjml-preset-core';
import type { MjmlNode } from './blocks/block.schema.ts';

/** Nothing is loaded: no fonts, no includes. The tree is our own, so it is not validated again. */
const options = { fonts: {}, validationLevel: 'skip', presets: [preset] } as const;

export async function htmlOfMjml(tree: MjmlNode): Promise<string> {
  const { html } = await core.default(tree as Parameters<typeof core.default>[0], options);
  // Its indentation is a fifth of the page.
  return html.replace(/[ \t]*\n[ \t\n]*/g, '\n').trim();
}
