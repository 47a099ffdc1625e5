import { expect, test } from 'vitest';
import { type PresetReach, reachIn } from './reach.rules.ts';

const layout = (id: string, languages: PresetReach['items'][number]['languages'], more: object = {}) => ({
  ...{ id, name: `Layout ${id}`, languages, runs: 100, runsAtLeast: false, stepCount: 1, ...more },
});
const language = (locale: string, presetLanguage: string, runs: number) => ({ locale, presetLanguage, runs });
const step = (actionConfigId: string) => ({
  ...{
    platform: 'generic',
    workflow: 'Order paid',
    stepId: 'mail',
    actionConfigId,
    runs: 1,
    lastRanAt: null,
  },
});

const found = (more: Partial<PresetReach> = {}): PresetReach => ({
  items: [
    layout('a', [language('en', '', 40), language('de', 'de', 30)]),
    layout('b', [language('en', '', 10)], { stepCount: 2 }),
  ],
  ...{ total: 2, page: 1, limit: 100, pages: 1, days: 30, runs: 200, runsAtLeast: false, stepCount: 3 },
  ...{ steps: [step('a'), step('b')], countedOver: { runs: 80, since: null, all: true }, ...more },
});

test('one language affects the emails that use it, with their runs and the steps of their layouts', () => {
  expect(reachIn(found(), 'de')).toMatchObject({
    ...{ runs: 30, runsAtLeast: false, stepCount: 1, unseen: 0, steps: [step('a')] },
    layouts: [{ id: 'a', runs: 30, locales: ['de'] }],
  });
  expect(reachIn(found(), '')).toMatchObject({ runs: 50, stepCount: 3, layouts: [{ id: 'a' }, { id: 'b' }] });
  expect(reachIn(found(), 'fr')).toMatchObject({ runs: 0, stepCount: 0, layouts: [], steps: [] });
});

test('reports at least the counted runs of a language if not all runs were counted', () => {
  const cut = found({ countedOver: { runs: 80, since: null, all: false } });
  expect(reachIn(cut, 'de')).toMatchObject({ runs: 30, runsAtLeast: true });
  // All languages of the second layout use it, so the layout's own count applies.
  expect(reachIn(cut, '')).toMatchObject({ runs: 140, runsAtLeast: true });
  const whole = found({
    items: [layout('b', [language('en', '', 10)])],
    total: 1,
    countedOver: cut.countedOver,
  });
  expect(reachIn(whole, '')).toMatchObject({ runs: 100, runsAtLeast: false });
});

test('counts layouts beyond the page and assumes that they have more runs', () => {
  expect(reachIn(found({ total: 130 }), '')).toMatchObject({ unseen: 128, runsAtLeast: true });
});
