import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { breakingChanges } from './compatibility.ts';

const committedDocument = readFileSync('docs/openapi.json', 'utf8');

// biome-ignore lint/suspicious/noExplicitAny: tests change the document anywhere
type Document = any;

/** The problems that the check reports after a change to the document. */
function problemsAfter(change: (document: Document) => void): string[] {
  const changed: Document = JSON.parse(committedDocument);
  change(changed);
  return breakingChanges(JSON.parse(committedDocument), changed);
}

const layouts = '/api/v1/email-templates';

describe('detects changes that break programs', () => {
  test.each<[string, (document: Document) => void, RegExp]>([
    ['a path is gone', ({ paths }) => delete paths['/api/v1/stats'], /^GET \/api\/v1\/stats: is gone$/],
    ['an operation is gone', ({ paths }) => delete paths[layouts].post, /^POST \S+: is gone$/],
    [
      'a field of an answer is gone',
      ({ components }) => delete components.schemas.Layout.properties.version,
      /^GET \S+ 200\.version: is gone$/,
    ],
    [
      'a field of an answer may be left out',
      ({ components }) => components.schemas.HistoryEntry.required.pop(),
      /200\.items\[\]\.durationMs: may be left out now$/,
    ],
    [
      'a field of an answer may be null',
      ({ components }) => {
        components.schemas.Layout.properties.subject.type = ['string', 'null'];
      },
      /200\.subject: may now be null$/,
    ],
    [
      'a field of an answer is of another type',
      ({ components }) => {
        components.schemas.Layout.properties.version.type = 'string';
      },
      /200\.version: may now be string$/,
    ],
    [
      'a value of an answer is gone',
      ({ components }) => components.schemas.HistoryEntry.properties.status.enum.pop(),
      /status: the value SKIPPED is gone$/,
    ],
    [
      'a field of a body is gone',
      ({ components }) => delete components.schemas.CreateEmailTemplateBody.properties.category,
      /^POST \S+ body\.category: is gone$/,
    ],
    [
      'a field of a body is required',
      ({ components }) => components.schemas.CreateHttpRequestBody.required.push('name'),
      /^POST \S+ body\.name: is required now$/,
    ],
    [
      'a new field of a body is required',
      ({ components: { schemas } }) => {
        schemas.SendEmailBody.properties.tenant = { type: 'string' };
        schemas.SendEmailBody.required.push('tenant');
      },
      /send-email body\.tenant: is required now$/,
    ],
    [
      'a body no longer takes null',
      ({ components }) => {
        components.schemas.SendEmailBody.properties.locale.type = 'string';
      },
      /send-email body\.locale: no longer takes null$/,
    ],
    [
      'a limit is tighter',
      ({ components }) => {
        components.schemas.SendEmailBody.properties.to.maxItems = 20;
      },
      /send-email body\.to: maxItems is 20 now$/,
    ],
    [
      'a kind of block is gone',
      ({ components }) => components.schemas.Block.oneOf.pop(),
      /bodyDesign\.blocks\[\]: no longer takes \w+$/,
    ],
    [
      'a field of a block is gone, however deep',
      ({ components }) => delete components.schemas.ButtonBlock.properties.fullWidth,
      /bodyDesign\.blocks\[\]\.fullWidth: is gone$/,
    ],
    [
      'a value of a parameter is gone',
      ({ paths }) =>
        paths[layouts].get.parameters.find(({ name }: Document) => name === 'category').schema.enum.pop(),
      /^GET \S+ query category: the value marketing is gone$/,
    ],
    [
      'a parameter is gone',
      ({ paths }) => {
        const { get } = paths[layouts];
        get.parameters = get.parameters.filter(({ name }: Document) => name !== 'category');
      },
      /^GET \S+ query category: is gone$/,
    ],
    [
      'a parameter is required',
      ({ paths }) => paths[layouts].get.parameters.push({ name: 'x', in: 'query', required: true }),
      /^GET \S+ query x: is required now$/,
    ],
    [
      'a status is gone',
      ({ paths }) => delete paths[layouts].post.responses['201'],
      /^POST \S+ 201: is gone$/,
    ],
    [
      'a higher level is needed',
      ({ paths }) => {
        paths[layouts].get['x-level'] = 'write';
      },
      /^GET \S+: takes a key of level write now$/,
    ],
    [
      'a key is needed where none was',
      ({ paths }) => {
        paths['/api/v1'].get.security = [{ key: [] }];
      },
      /^GET \/api\/v1: is authenticated differently$/,
    ],
  ])('%s', (_what, change, sees) => {
    const found = problemsAfter(change);
    expect(found.filter((each) => sees.test(each)).length, found.join('\n')).toBeGreaterThan(0);
  });
});

describe('allows changes that only add', () => {
  test.each<[string, (document: Document) => void]>([
    ['nothing', () => undefined],
    [
      'an optional field of a body',
      ({ components }) => {
        components.schemas.SendEmailBody.properties.priority = { type: 'string' };
      },
    ],
    [
      'a field of an answer',
      ({ components: { schemas } }) => {
        schemas.Layout.properties.color = { type: 'string' };
        schemas.Layout.required.push('color');
      },
    ],
    [
      'a schema under another name, and one written out',
      ({ components: { schemas }, paths }) => {
        schemas.Renamed = schemas.Stats;
        paths['/api/v1/stats'].get.responses['200'].content['application/json'].schema = {
          $ref: '#/components/schemas/Renamed',
        };
        paths['/api/v1/me'].get.responses['200'].content['application/json'].schema = schemas.Me;
      },
    ],
    [
      'another value that is taken',
      ({ paths }) =>
        paths[layouts].get.parameters.find(({ name }: Document) => name === 'category').schema.enum.push('x'),
    ],
  ])('%s', (_what, change) => {
    expect(problemsAfter(change)).toEqual([]);
  });
});
