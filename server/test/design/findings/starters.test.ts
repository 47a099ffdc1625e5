import { expect, it } from 'vitest';
import { starterDesigns } from '../../../src/features/layouts/starter-designs/starter-designs.rules.ts';
import { builtInText } from '../../../src/features/library/settings/built-in-texts.rules.ts';
import { findingsOf } from '../../../src/features/rendering/design/findings/findings.rules.ts';
import { drawMarkedMail } from '../../../src/features/rendering/mails/draw-marked-mail.rules.ts';
import type { JsonObject } from '../../../src/kernel/json.ts';
import { defaultFacts } from './facts.ts';

const all = Object.entries(starterDesigns).flatMap(([locale, designs]) =>
  designs.map((design) => [`${design.key} in ${locale}`, locale, design] as const),
);

it.each(all)('%s has no suggestions', async (_name, locale, starter) => {
  const { subject, previewText, bodyDesign: design } = starter;
  const variables = design['testVariables'] as JsonObject;
  const isMarketing = starter.category === 'marketing';
  const footer = {
    unsubscribeText: builtInText('unsubscribeText', locale),
    unsubscribeLinkLabel: builtInText('unsubscribeLinkLabel', locale),
    companyDetails: 'Shop, 1 Road, Town',
  };
  const drawn = await drawMarkedMail({
    ...{ design, locale, subject, previewText, variables, path: ['bodyDesign'], presets: {}, files: {} },
    ...{
      logoUrl: null,
      assetsUrl: '',
      unsubscribeUrl: '',
      secret: 'abc',
      footer: isMarketing ? footer : null,
    },
  });
  if ('problems' in drawn) throw new Error(JSON.stringify(drawn.problems));
  const found = findingsOf({
    ...defaultFacts,
    ...{ subject, previewText, design, variables, shownSubject: drawn.subject },
    ...{ htmlBytes: Buffer.byteLength(drawn.html), footer: isMarketing ? footer : null },
    requiredVariables: starter.requiredVariables,
  });
  expect(found).toEqual([]);
  // Every required variable is used by the design.
  const shown = JSON.stringify([subject, previewText, { ...design, testVariables: null }]);
  const unused = starter.requiredVariables.filter((path) => !shown.includes(`{{ variables.${path} `));
  expect(unused).toEqual([]);
});

it.each(all)('%s misses only store-specific data', (_name, _locale, starter) => {
  const { subject, previewText, bodyDesign: design, requiredVariables } = starter;
  const found = findingsOf({
    ...{ ...defaultFacts, subject, previewText, design, requiredVariables },
    variables: design['testVariables'] as JsonObject,
    footer: starter.category === 'marketing' ? { companyDetails: '' } : null,
  });
  const own = starter.category === 'marketing' ? ['company-details-missing'] : [];
  expect(found.map(({ rule }) => rule)).toEqual(own);
});
