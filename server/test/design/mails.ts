import { createRenderPool, type RenderPool } from '../../src/adapters/child-processes/render-pool.ts';
import type { JsonObject } from '../../src/kernel/json.ts';
import type { DesignOutcome, RenderJob } from '../../src/kernel/ports.ts';
import { renderChild } from '../harness/child-entries.ts';
import { FOOTER_PRESET, footerPreset, MUG, STILL } from './layouts.ts';

/**
 * The tests' own service; its images are served from the repository, and requests to any other host are
 * rejected.
 */
export const ORIGIN = 'https://mail.test';

const files: Record<string, string> = {
  [MUG]: `${ORIGIN}/files/mug.png`,
  [STILL]: `${ORIGIN}/files/still.png`,
};

interface TestMail {
  previewText?: string;
  locale?: string;
  variables?: JsonObject;
  /** What sending appends. */
  footer?: { html: string; text: string };
}

export interface Mail extends TestMail {
  design: JsonObject;
}

/** An email of a text layout. */
export interface BodyMail extends TestMail {
  body: string;
}

/** Compiles and renders as saving and sending do, through the same processes. */
export class Mails {
  readonly pool: RenderPool = createRenderPool({
    childEntry: renderChild,
    // Screenshots are taken on machines that are busy with other tests.
    processes: 1,
    cpuMs: 20_000,
    maxWaitMs: 60_000,
  });

  compile(mail: Mail | BodyMail): Promise<DesignOutcome> {
    const { previewText = '', locale = 'en' } = mail;
    if ('body' in mail)
      return this.pool.compileBody('store', { body: mail.body, path: ['body'], previewText, locale });
    return this.pool.compile('store', {
      ...{ design: mail.design, path: ['bodyDesign'], previewText, locale, files },
      presets: { [FOOTER_PRESET]: footerPreset.blocks },
      logoUrl: `${ORIGIN}/files/logo.png`,
      assetsUrl: `${ORIGIN}/mail-assets`,
    });
  }

  /** The email as it is sent. */
  async render(mail: Mail | BodyMail): Promise<{ html: string; text: string }> {
    const compiled = await this.compile(mail);
    if ('problems' in compiled) throw new Error(JSON.stringify(compiled.problems));
    const testVariables = ('design' in mail && (mail.design['testVariables'] as JsonObject)) || {};
    const job: RenderJob = {
      texts: [
        { path: ['html'], text: compiled.html },
        { path: ['text'], text: compiled.text, escape: 'text' },
      ],
      variables: mail.variables ?? testVariables,
      secrets: { TOKEN: 's3cret & more' },
      escape: 'html',
      locale: mail.locale ?? 'en',
      placeholders: {
        unsubscribe_url: { html: 'https://mail.test/u', text: 'https://mail.test/u' },
        unsubscribe_link: { html: '<a href="https://mail.test/u">leave</a>', text: 'https://mail.test/u' },
        ...(mail.footer && { mail_footer: mail.footer }),
      },
    };
    const [html = '', text = ''] = await this.liquid(job);
    return { html, text };
  }

  /** Texts as they are sent. */
  async liquid(job: RenderJob): Promise<string[]> {
    const outcome = await this.pool.render('store', job);
    if ('problems' in outcome) throw new Error(JSON.stringify(outcome.problems));
    return outcome.texts.map(({ wire }) => wire);
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}
