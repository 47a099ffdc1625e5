import type { MjmlNode } from './blocks/block.schema.ts';
import type { GlobalStyle } from './design.schema.ts';
import { escapeText, type LiquidMarks } from './liquid-marks.rules.ts';
import type { Theme } from './theme.rules.ts';

const node = (tagName: string, attributes: Record<string, string>, children?: MjmlNode[]): MjmlNode => ({
  tagName,
  attributes,
  ...(children && { children }),
});

const written = (tagName: string, content: string): MjmlNode => ({ tagName, attributes: {}, content });

/** Follows a short preview text; otherwise inboxes would continue with the first words of the email. */
export const PREVIEW_FILLER = ' &#847;&zwnj;&nbsp;'.repeat(50);

export interface MailPageFields {
  global: GlobalStyle;
  direction: 'ltr' | 'rtl';
  locale: string;
  /** As HTML; empty for none. */
  preview: string;
  theme: Theme;
  marks: LiquidMarks;
  /** Sections on the content background, and those below it on the page background. */
  content: MjmlNode[];
  footer: MjmlNode[];
}

/** The whole email as MJML. */
export function pageOf({
  global,
  direction,
  locale,
  preview,
  theme,
  marks,
  content,
  footer,
}: MailPageFields): MjmlNode {
  const scheme = global.darkMode ? 'light dark' : 'light only';
  const metas = ['color-scheme', 'supported-color-schemes'].map(
    (name) => `<meta name="${name}" content="${scheme}">`,
  );
  const gap = node('mj-section', { padding: '0' }, [
    node('mj-column', {}, [node('mj-spacer', { height: '24px', padding: '0' })]),
  ]);
  const head = [
    written('mj-raw', metas.join('')),
    ...(preview === '' ? [] : [written('mj-preview', preview + PREVIEW_FILLER)]),
    node('mj-attributes', {}, [
      node('mj-all', { 'font-family': theme.look.fontFamily }),
      node('mj-text', { 'line-height': String(global.lineHeight) }),
      node('mj-table', { 'line-height': String(global.lineHeight) }),
    ]),
    written('mj-style', theme.css()),
  ];
  const body = node(
    'mj-body',
    { width: `${global.width}px`, 'background-color': global.background, 'css-class': 'o-page' },
    [gap, ...content, ...footer, closing(direction, theme, marks), gap],
  );
  return node('mjml', { lang: escapeText(locale), dir: direction }, [node('mj-head', {}, head), body]);
}

/** Placeholder for the end of the email: unsubscribe sentence, company details, downloads. */
function closing(direction: 'ltr' | 'rtl', theme: Theme, marks: LiquidMarks): MjmlNode {
  const text = {
    align: 'center',
    color: theme.look.mutedColor,
    'font-size': '13px',
    padding: '16px 24px 0',
    'css-class': 'o-text',
  };
  return node('mj-section', { padding: '0', direction, 'css-class': 'o-foot' }, [
    node('mj-column', { direction }, [
      written('mj-raw', marks.add('{% if mail_footer %}')),
      { ...node('mj-text', text), content: marks.add('{{ mail_footer }}') },
      written('mj-raw', marks.add('{% endif %}')),
    ]),
  ]);
}
