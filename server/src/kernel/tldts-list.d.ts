/** The public suffix list that `tldts` ships; its types are in another folder. */
declare module 'tldts/dist/cjs/src/data/trie.js' {
  export * from 'tldts/dist/types/src/data/trie.js';
}
