/** The default style of a design. Separate from the schema, so that an editor can use it without zod. */
export const defaultStyle = {
  width: 600,
  background: '#f3f4f6',
  contentBackground: '#ffffff',
  fontSize: 16,
  textColor: '#1f2933',
  linkColor: '#1a5fb4',
  darkMode: true,
} as const;
