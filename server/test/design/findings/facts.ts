import type { MailFacts } from '../../../src/features/rendering/design/findings/finding.rules.ts';
import type { Json, JsonObject } from '../../../src/kernel/json.ts';

export const defaultFacts: MailFacts = {
  ...{ subject: 'Your order', previewText: 'It is on its way', shownSubject: null, body: null },
  ...{ design: { blocks: [] }, presets: {}, files: {}, htmlBytes: 20_000, footer: null, isLinkAdded: false },
  ...{
    variables: {},
    missing: null,
    requiredVariables: [],
    untranslated: [],
    outdated: [],
    mainDesign: null,
  },
};

export const words = { type: 'text', html: '<p>Thank you for your order.</p>' };

/** An email with some text, followed by these blocks. */
export const mail = (blocks: Json[], more: Partial<MailFacts> = {}, look: JsonObject = {}): MailFacts => ({
  ...defaultFacts,
  design: { blocks: [words, ...blocks], global: look },
  ...more,
});

/** A design with this preset as its header and with these blocks. */
export const withHeader = (blocks: Json[], own: Json[] = [], more: Partial<MailFacts> = {}): MailFacts => ({
  ...defaultFacts,
  design: { header: { preset: 'x' }, blocks: own },
  presets: { x: { name: 'Shop', blocks, path: ['blocks'] } },
  ...more,
});

export const html = (text: string, more: JsonObject = {}) => mail([{ type: 'text', html: text, ...more }]);

/** The first of the blocks that follow. */
export const FIRST = 'bodyDesign.blocks[1]';

/** Emails that break a rule, each with the path of the finding, and emails that nearly do. */
export interface Cases {
  breaks: [MailFacts, string][];
  keeps: MailFacts[];
}
