import { useEffect, useMemo, useRef, useState } from 'react';
import { isFileKey } from '../../../../../server/src/features/library/files/file-keys.rules.ts';
import { referencesOf } from '../../../../../server/src/features/library/references/references.rules.ts';
import type { FooterTexts } from '../../../../../server/src/features/library/settings/footer-texts.rules.ts';
import type {
  MarkedMail,
  MarkedMailJob,
} from '../../../../../server/src/features/rendering/mails/draw-marked-mail.rules.ts';
import type { Json, JsonObject } from '../../../../../server/src/kernel/json.ts';
import { useRead } from '../../../api/queries.ts';
import { entriesOf, presetOf, type SideName } from '../model/blocks.rules.ts';
import type { DrawnMail } from '../page/drawn-mail.ts';
import { MailDrawer } from './mail-drawer.ts';

/** What a mail is drawn from. */
export interface MailToDraw {
  layoutId: string;
  locale: string;
  isMain: boolean;
  subject: string;
  previewText: string;
  design: JsonObject;
}

interface Surroundings {
  filesUrl: string;
  logoUrl: string | null;
  assetsUrl: string;
  unsubscribeUrl: string;
  footer: FooterTexts | null;
  testVariables: JsonObject;
}

const randomWord = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/** The blocks of a shared header or footer; `null` until they are here, nothing where there are none. */
function usePresetBlocks(design: JsonObject, side: SideName): Record<string, Json> | null {
  const id = presetOf(design, side);
  const { data, isPlaceholderData, isError } = useRead<{ blocks: Json }>(
    `/presets/${id}`,
    {},
    {
      enabled: id !== null,
    },
  );
  return useMemo(() => {
    if (id === null || isError) return {};
    return data && !isPlaceholderData ? { [id]: data.blocks } : null;
  }, [id, data, isPlaceholderData, isError]);
}

function useJob(mail: MailToDraw): MarkedMailJob | null {
  const { layoutId, locale, isMain, subject, previewText, design } = mail;
  const { data: around } = useRead<Surroundings>(`/email-templates/${layoutId}/canvas`, { locale });
  const header = usePresetBlocks(design, 'header');
  const footer = usePresetBlocks(design, 'footer');
  return useMemo(() => {
    if (!around || !header || !footer) return null;
    const presets = { ...header, ...footer };
    const keys = [design, ...Object.values(presets)].flatMap((each) => referencesOf(each).files);
    const own = design['testVariables'] as JsonObject | undefined;
    return {
      ...{ design, locale, subject, previewText, presets, path: ['bodyDesign'], secret: randomWord() },
      files: Object.fromEntries(
        keys.filter(({ id }) => isFileKey(id)).map(({ id }) => [id, around.filesUrl + id]),
      ),
      ...{ logoUrl: around.logoUrl, assetsUrl: around.assetsUrl, footer: around.footer },
      unsubscribeUrl: around.unsubscribeUrl,
      variables: own ?? (isMain ? {} : around.testVariables),
    };
  }, [around, header, footer, design, locale, isMain, subject, previewText]);
}

interface Drawing {
  drawn: DrawnMail | null;
  /** Of what is written now, by field; `null` while that is not known. */
  faults: Record<string, string> | null;
  /** Whether this browser draws mails itself. */
  isAvailable: boolean;
}

/** Always the same, so that nothing is drawn anew where nothing was wrong and nothing is. */
const none = {};

/** As the server says it. */
const TOO_LONG = 'takes too long to render';

const keysOf = ({ places }: MarkedMail, design: JsonObject) => {
  const known = new Map(entriesOf(design).map(({ path, key }) => [path.join('\0'), key]));
  return places.map((place) => known.get(place.join('\0')) ?? String(place[0]));
};

/** The mail as the sender's compiler draws it here, soon after each change; while it cannot, the last that it could. */
export function useDrawnMail(mail: MailToDraw): Drawing {
  const job = useJob(mail);
  const [drawing, setDrawing] = useState<Drawing>({ drawn: null, faults: null, isAvailable: true });
  const drawer = useRef<MailDrawer<MarkedMailJob> | null>(null);
  useEffect(() => {
    drawer.current = new MailDrawer<MarkedMailJob>({
      onDrawn: (answer, { design }) =>
        setDrawing((before) =>
          'mail' in answer
            ? {
                ...before,
                drawn: { mail: answer.mail, filled: answer.filled, keys: keysOf(answer.mail, design) },
                faults: none,
              }
            : { ...before, faults: answer.faults },
        ),
      onTooLong: () => setDrawing((before) => ({ ...before, faults: { bodyDesign: TOO_LONG } })),
      onUnavailable: () => setDrawing((before) => ({ ...before, isAvailable: false })),
    });
    return () => drawer.current?.close();
  }, []);
  useEffect(() => {
    if (job) drawer.current?.draw(job, job);
  }, [job]);
  return drawing;
}
