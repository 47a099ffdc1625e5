import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  measureCredentialNames,
  type NameFigures,
} from '../../../../test/masking/measure-credential-names.ts';
import { createMasker } from '../history/masking.rules.ts';
import { isCredentialHeader } from './credential-names.rules.ts';
import { MASK } from './mask.rules.ts';
import { maskText, maskTree } from './tree.rules.ts';

const page = readFileSync(new URL('../../../../../docs/masking.md', import.meta.url), 'utf8');
const published = (line: string): string[] | undefined =>
  page
    .split('\n')
    .map((row) => row.split('|').map((cell) => cell.trim()))
    .find((row) => row[1] === line);

const { languages, collected, harmless, harmlessHeaders } = measureCredentialNames();
const agrees = ({ language, total, hidden }: NameFigures) =>
  expect(published(language)?.slice(2, 4)).toEqual([String(total), String(hidden)]);

describe('names of credentials', () => {
  it.each(languages)(
    'are recognized in $language, in every shape and place (contract: HTTP requests 16)',
    (figures) => {
      expect(figures.total).toBeGreaterThan(500);
      expect({
        wrong: figures.wrong.slice(0, 20),
        share: figures.hidden / figures.total >= 0.99,
      }).toMatchObject({
        share: true,
      });
      agrees(figures);
    },
  );

  it('are recognized as requests write them (contract: HTTP requests 16)', () => {
    expect(collected.wrong).toEqual([]);
    agrees(collected);
  });

  it.each(['X-SecretAuth', 'x-secretarn', 'client-secretaccess', 'X-TokenizationAuth', 'X-Secretary-Token'])(
    'are recognized in the header %s',
    (name) => expect(isCredentialHeader(name)).toBe(true),
  );

  it('are not found in harmless names, except for at most 1 in 10,000 (contract: HTTP requests 16)', () => {
    expect(harmless.total).toBeGreaterThan(10_000);
    expect({
      wrong: harmless.wrong.slice(0, 20),
      few: harmless.hidden * 10_000 <= harmless.total,
    }).toMatchObject({
      few: true,
    });
    agrees(harmless);
    agrees(harmlessHeaders);
  });

  it.each([
    'Kennwort: hunter2x99',
    'mot de passe : hunter2x99',
    'The API key: hunter2x99',
    'contraseña=hunter2x99',
    '密码：hunter2x99',
    'Пароль: "hunter2x99"',
    'パスワード = "hunter2x99"',
    '<Passwort>hunter2x99</Passwort>',
    '<пароль>hunter2x99</пароль>',
    'GET /v1?contrase%C3%B1a=hunter2x99&a=1',
    'sent {\\"hasło\\": \\"hunter2x99\\"} twice',
  ])('hide their value in %s (contract: HTTP requests 16)', (text) => {
    expect(maskText(text)).not.toContain('hunter2x99');
    expect(createMasker().text(text).value).not.toContain('hunter2x99');
  });

  it.each(['PIN: 4711', 'Ihr Zugangscode: 471112', 'pin=4711', 'код доступа: 4711'])(
    'hide the few digits of a PIN in %s',
    (text) => {
      expect(maskText(text)).not.toContain('4711');
    },
  );

  it('hide numbers, and the value next to a name of several words', () => {
    expect(maskTree({ pin: 4711, Geheimzahl: 815 })).toEqual({ pin: MASK, Geheimzahl: MASK });
    expect(maskTree([{ name: 'Mot de passe', value: 'abc' }])).toEqual([
      { name: 'Mot de passe', value: MASK },
    ]);
    const harmlessPair = [{ name: 'Secret message', value: 'See you soon' }];
    expect(maskTree(harmlessPair)).toEqual(harmlessPair);
  });

  it.each([
    'Passwort vergessen? Hier klicken: es dauert 2 Minuten',
    'Votre commande : 12345678 est partie',
    'Palabra clave: verano2026',
    'Parola chiave: estate2026',
    'Shipping: 4711 parcels',
    '密码长度: 12345678',
    'Code promo: SOMMER2026',
    'Pinterest: https://pinterest.com/shop2026',
  ])('leave %s alone', (text) => {
    expect(maskText(text)).toBe(text);
  });
});
