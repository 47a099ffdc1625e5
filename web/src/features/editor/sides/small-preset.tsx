import { useInViewport } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { blocksIn } from '../../../../../server/src/features/layouts/content/preset-language.rules.ts';
import type { Preset } from '../../../../../server/src/features/layouts/presets/presets.schema.ts';
import type { Json, JsonObject } from '../../../../../server/src/kernel/json.ts';
import { isPlainObject } from '../../../../../server/src/kernel/plain-object.ts';
import { useRead } from '../../../api/queries.ts';
import { useStore } from '../../../api/session.ts';
import type { Wire } from '../../../api/wire.ts';
import { MailFrame } from '../../../parts/mail/mail-frame.tsx';
import type { SideName } from '../model/blocks.rules.ts';
import { useDrawAside } from '../samples/draw-aside.ts';
import classes from '../samples/samples.module.css';
import { useMailLanguage } from './mail-language.ts';

const HEIGHT = 58;

interface SmallPresetProps {
  id: string;
  side: SideName | 'part';
  /** The mail that it would stand in. */
  design: JsonObject;
}

const mailOf = (side: SideName | 'part', global: Json, blocks: Json[]): JsonObject =>
  side === 'part' ? { global, blocks } : { global, blocks: [], [side]: { blocks } };

/** A shared header, footer or part as it would look in this mail, drawn once somebody sees its place in the list. */
export function SmallPreset({ id, side, design: { global = {}, testVariables } }: SmallPresetProps) {
  const store = useStore();
  const drawAside = useDrawAside();
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
