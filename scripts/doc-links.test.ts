import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const pages = globSync(['*.md', 'docs/**/*.md', '.github/**/*.md']);

/** A page without code blocks, whose content is neither a link nor a heading. */
const proseOf = (page: string) => readFileSync(page, 'utf8').replace(/^( *)```.*?^\1```/gms, '');

/** The anchors of a page's headings, as GitHub derives them. */
const anchorsOf = (page: string) =>
  [...proseOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

const linksOf = (page: string) =>
  [...proseOf(page).matchAll(/\]\(([^()\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link));

/** Why a link of the page is broken, or null. */
function brokenLink(page: string, link: string): string | null {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : normalize(join(dirname(page), path));
  if (!existsSync(target)) return `${page}: ${link}: no such file`;
  if (anchor === undefined || anchorsOf(target).includes(anchor)) return null;
  return `${page}: ${link}: no such heading`;
}

test('links between documents lead to files and headings that exist', () => {
  const links = pages.flatMap((page) => linksOf(page).map((link) => [page, link] as const));
  expect(links.length).toBeGreaterThan(200);
  expect(links.map(([page, link]) => brokenLink(page, link)).filter((broken) => broken !== null)).toEqual([]);
});

test('links to missing files and headings are reported', () => {
  expect(brokenLink('README.md', 'docs/nowhere.md')).toBe('README.md: docs/nowhere.md: no such file');
  expect(brokenLink('docs/guides/api.md', '../SCALE.md#nowhere')).toBe(
    'docs/guides/api.md: ../SCALE.md#nowhere: no such heading',
  );
  expect(brokenLink('README.md', '#install')).toBeNull();
});
