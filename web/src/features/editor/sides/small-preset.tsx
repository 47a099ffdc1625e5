import { useInViewport } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { blocksIn } from 'outstep/features/layouts/content/preset-language.rules.ts';
import type { Preset } from 'outstep/features/layouts/presets/presets.schema.ts';
import type { Json, JsonObject } from 'outstep/kernel/json.ts';
import { isPlainObject } from 'outstep/kernel/plain-object.ts';
import { useState } from 'react';
import { useRead } from '../../../api/queries.ts';
import { useStore } from '../../../api/session.ts';
import type { Wire } from '../../../api/wire.ts';
import { MailFrame } from '../../../parts/mail/mail-frame.tsx';
import type { SideName } from '../model/blocks.rules.ts';
import { useDrawInBackground } from '../samples/draw-in-background.ts';
import classes from '../samples/samples.module.css';
import { useMailLanguage } from './mail-language.ts';

const HEIGHT = 58;

interface SmallPresetProps {
  id: string;
  side: SideName | 'part';
  /** The design of the email it would be used in. */
  design: JsonObject;
}

const mailOf = (side: SideName | 'part', global: Json, blocks: Json[]): JsonObject =>
  side === 'part' ? { global, blocks } : { global, blocks: [], [side]: { blocks } };

/** Preview of a shared section in the style of this email, drawn once its entry in the list is visible. */
export function PresetThumbnail({ id, side, design: { global = {}, testVariables } }: SmallPresetProps) {
  const store = useStore();
  const drawAside = useDrawInBackground();
  const { ref, inViewport } = useInViewport<HTMLDivElement>();
  const [isWanted, setWanted] = useState(false);
  if (inViewport && !isWanted) setWanted(true);
  const { data: preset } = useRead<Wire<Preset>>(`/presets/${id}`, {}, { enabled: isWanted });
  const locale = useMailLanguage();
  const isHere = preset?.id === id;
  const { data: mail } = useQuery({
    queryKey: ['store', store.id, 'small-presets', id, preset?.revision, locale, global, testVariables],
    queryFn: () =>
      drawAside(
        mailOf(side, global, preset ? blocksIn(preset, locale) : []),
        isPlainObject(testVariables) ? (testVariables as JsonObject) : {},
      ),
    enabled: isHere,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <div ref={ref} className={classes['small']} aria-hidden inert>
      {mail && <MailFrame html={mail.html} title={preset?.name ?? ''} device="phone" height={HEIGHT} />}
    </div>
  );
}
