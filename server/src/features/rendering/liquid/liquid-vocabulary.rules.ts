import { createLiquidEngine } from './liquid-engine.rules.ts';
import { blocks, opaqueBlocks, tagGrammar } from './liquid-tags.rules.ts';

/** `liquid` and `#` have no separate grammar. */
const ownTags = ['liquid', '#'];

/** The tags and filters of the language, read from the code that checks and renders it. */
export const liquidVocabulary = () => ({
  tags: [...new Set([...tagGrammar.keys(), ...blocks.keys(), ...opaqueBlocks, ...ownTags])].sort(),
  filters: Object.keys(createLiquidEngine('html').filters).sort(),
});
