/** The list that `tldts` ships, which it describes in another folder. */
declare module 'tldts/dist/cjs/src/data/trie.js' {
  export * from 'tldts/dist/types/src/data/trie.js';
}
