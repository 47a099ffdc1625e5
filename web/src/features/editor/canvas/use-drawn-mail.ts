import type { MarkedMail } from 'outstep/features/rendering/mails/draw-marked-mail.rules.ts';
import { fieldName } from 'outstep/kernel/fields.ts';
import type { JsonObject, JsonPath } from 'outstep/kernel/json.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useEventCallback } from '../../../parts/use-event-callback.ts';
import { entriesOf } from '../model/blocks.rules.ts';
import { changedBlock } from '../model/changed-block.rules.ts';
import { closePreset, fromCompiler, listAt } from '../model/open-preset.rules.ts';
import { presetsIn } from '../model/parts.rules.ts';
import { valueAt } from '../model/patches.rules.ts';
import type { DrawnMail } from '../page/drawn-mail.ts';
import type { DrawInBackground } from '../samples/draw-in-background.ts';
import { MailDrawer } from './mail-drawer.ts';
import { mailJob, type RenderEnvironment, useDrawEnvironment, usePresetBlocks } from './mail-job.ts';
import type { DrawJob } from './mail-worker.ts';

/** The input for drawing an email. */
export interface MailToDraw {
  layoutId: string;
  locale: string;
  isMain: boolean;
  subject: string;
  previewText: string;
  design: JsonObject;
  /** Whether the server has saved it exactly like this. */
  isSaved: boolean;
  /** Whether its plain text is shown too. */
  hasText: boolean;
  /** Data to fill in instead of its test variables. */
  data: JsonObject | null;
  /** Path of the open preset in the design. */
  openAt?: JsonPath | null;
}

/** The input that a result belongs to. */
interface DrawnFrom {
  design: JsonObject;
  openAt: JsonPath | null;
}

function useJob(mail: MailToDraw, around: RenderEnvironment | undefined): DrawJob | null {
  const { locale, isMain, subject, previewText, design: drawn, isSaved, hasText, data, openAt = null } = mail;
  const { design, blocks } = useMemo(
    () => (openAt ? closePreset(drawn, openAt) : { design: drawn, blocks: null }),
    [drawn, openAt],
  );
  const saved = usePresetBlocks(presetsIn(design), locale);
  return useMemo(() => {
    if (!around || !saved) return null;
    const open = openAt && String(valueAt(design, [...openAt, 'preset']));
    // Other uses of the preset in the email also show the edited version.
    const presets = open === null ? saved : { ...saved, [open]: blocks };
    const own = design['testVariables'] as JsonObject | undefined;
    const variables = data ?? own ?? (isMain ? {} : around.testVariables);
    return {
      ...mailJob({ design, locale, subject, previewText, presets, variables }, around),
      ...{ hasText, saved: isSaved ? around.saved : null },
    };
  }, [around, saved, design, blocks, openAt, locale, isMain, subject, previewText, isSaved, hasText, data]);
}

interface Drawing {
  drawn: DrawnMail | null;
  /** Errors in the current content, by field; `null` while unknown. */
  faults: Record<string, string> | null;
  /** Whether this browser can draw emails itself. */
  isAvailable: boolean;
  drawAside: DrawInBackground;
  /**
   * Whether the server renders the same design to a different page: this app is of an older or a newer
   * release.
   */
  isOutOfDate: boolean;
}

/** A constant, so that nothing rerenders if there were no errors and still are none. */
const none = {};

/** The server's wording. */
const TOO_LONG = 'takes too long to render';

const keysOf = ({ places }: MarkedMail, { design, openAt }: DrawnFrom) => {
  const known = new Map(entriesOf(design).map(({ path, key }) => [path.join('\0'), key]));
  return places.map((each) => {
    const place = openAt ? fromCompiler(openAt, each) : each;
    // Blocks in a shared section are shown and selected as one with it.
    if (place.indexOf('preset') > 1) return 'part';
    return known.get(place.join('\0')) ?? String(place[0]);
  });
};

/** Errors in an open preset are shown at its blocks. */
function faultsIn(faults: Record<string, string>, { openAt }: DrawnFrom): Record<string, string> {
  if (!openAt) return faults;
  const [from, to] = [[...openAt, 'preset'], listAt(openAt)].map((path) =>
    fieldName(['bodyDesign', ...path]),
  );
  return Object.fromEntries(
    Object.entries(faults).map(([field, reason]) => [
      field.startsWith(`${from}[`) ? `${to}${field.slice(from?.length)}` : field,
      reason,
    ]),
  );
}

/**
 * The email, drawn here by the sender's compiler soon after each change; while that fails, the last version
 * that it could draw (contract: The app 19).
 */
export function useDrawnMail(mail: MailToDraw): Drawing {
  const { layoutId, locale } = mail;
  const { data: around } = useDrawEnvironment(layoutId, locale);
  const job = useJob(mail, around);
  const [drawing, setDrawing] = useState<Omit<Drawing, 'drawAside'>>({
    ...{ drawn: null, faults: null, isAvailable: true, isOutOfDate: false },
  });
  const drawer = useRef<MailDrawer<DrawnFrom> | null>(null);
  useEffect(() => {
    /** The last design that could be drawn. */
    let good: JsonObject | null = null;
    /** An error without a block is shown at the block that was changed last. */
    const atBlock = ({ bodyDesign: reason, ...faults }: Record<string, string>, design: JsonObject) => {
      if (reason === undefined) return faults;
      const path = good && changedBlock(good, design);
      return { ...faults, [fieldName(['bodyDesign', ...(path ?? [])])]: reason };
    };
    drawer.current = new MailDrawer<DrawnFrom>({
      onDrawn(answer, from) {
        const { design } = from;
        if ('mail' in answer) good = design;
        setDrawing(({ isOutOfDate, ...before }) => ({
          ...before,
          isOutOfDate: isOutOfDate || answer.isOther,
          ...('mail' in answer
            ? {
                drawn: { mail: answer.mail, filled: answer.filled, keys: keysOf(answer.mail, from) },
                faults: none,
              }
            : { faults: atBlock(faultsIn(answer.faults, from), design) }),
        }));
      },
      onTooLong: ({ design }) =>
        setDrawing((before) => ({ ...before, faults: atBlock({ bodyDesign: TOO_LONG }, design) })),
      onUnavailable: () => setDrawing((before) => ({ ...before, isAvailable: false })),
    });
    return () => drawer.current?.close();
  }, []);
  const { design, openAt = null } = mail;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the job contains every input
  useEffect(() => {
    if (job) drawer.current?.draw(job, { design, openAt });
  }, [job]);
  const drawAside = useEventCallback(async (...[design, variables]: Parameters<DrawInBackground>) => {
    if (!around || !drawer.current) return null;
    const aside = { design, variables, locale, subject: '', previewText: '', presets: {} };
    const drawn = await drawer.current.drawAside({ ...mailJob(aside, around), path: [], footer: null });
    return drawn && 'mail' in drawn ? drawn.mail : null;
  });
  return { ...drawing, drawAside };
}
