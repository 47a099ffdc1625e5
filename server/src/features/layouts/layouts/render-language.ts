import type { JsonObject } from '../../../kernel/json.ts';
import type { ActorContext } from '../../../kernel/operation.ts';
import { fillMail, renderMail } from '../../rendering/mails/render-mail.ts';
import { mailSourceOf, unsubscribePreviewOf } from '../compiling/mail-source.ts';
import type { LayoutState } from '../content/layout-state.schema.ts';

/** A language as it would be sent with these variables; secrets by their names. `layoutId` is null for unsaved content. */
export async function renderLanguage(
  ctx: ActorContext,
  layoutId: string | null,
  state: LayoutState,
  { locale, variables }: { locale: string; variables: JsonObject },
) {
  const made = await mailSourceOf(ctx, layoutId, state, locale);
  const mail = await renderMail(ctx, { ...made.source, hasDownloads: false }, { variables, secrets: null });
  if ('problems' in mail) return { ...made, problems: mail.problems };
  const unsubscribeUrl = unsubscribePreviewOf(ctx);
  const shown = fillMail(mail.shown, mail.secret, { unsubscribeUrl, downloads: [] });
  return { ...made, mail, shown, sizeBytes: Buffer.byteLength(shown.html) };
}

export type RenderedLanguage = Awaited<ReturnType<typeof renderLanguage>>;
