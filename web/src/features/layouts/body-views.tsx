import { SimpleGrid, Skeleton } from '@mantine/core';
import type { JsonObject } from 'outstep/kernel/json.ts';
import { lazy, type RefObject, Suspense, useEffect } from 'react';
import { ApiError } from '../../api/client.ts';
import { CodeArea, type CodeError } from '../../parts/code-area.tsx';
import classes from '../../parts/mail/mail.module.css';
import { PreviewPanel } from '../../parts/preview-panel.tsx';
import { usePreview } from '../../parts/use-preview.ts';
import { useTexts } from '../../texts/texts.tsx';
import type { DrawInBackground } from '../editor/samples/draw-in-background.ts';
import type { PresetInMail } from '../presets/in-mail/use-preset-in-mail.ts';
import type { Layout } from './queries.ts';
import { draftCode, draftFields, type WorkingDraft } from './session/use-language.ts';

interface ViewProps {
  layout: Layout;
  locale: string;
  draft: WorkingDraft;
  readOnly: boolean;
  faults: readonly CodeError[];
  /** Reports errors in the current content, by field. */
  onFaults(faults: Readonly<Record<string, string>>): void;
  /** Selects the block that a field of the design belongs to. */
  goToField: RefObject<((field: string) => void) | null>;
  /** Draws blocks outside of the email, if this browser can draw it. */
  draw: RefObject<DrawInBackground | null>;
}

const none = {};

/** The stored code of a design or HTML, beside the email as rendered by the server. */
export function CodeView(props: ViewProps & { isNameless: boolean }) {
  const { layout, locale, draft, readOnly, faults, onFaults, goToField, isNameless } = props;
  const { layouts } = useTexts();
  const fields = draftFields(draft);
  const code = draftCode(draft);
  const preview = usePreview(layout.id, fields && !isNameless ? { ...fields, locale } : null);
  const { error } = preview;
  useEffect(() => {
    onFaults(error instanceof ApiError ? error.fields : none);
  }, [error, onFaults]);
  useEffect(() => () => onFaults(none), [onFaults]);
  const isStopped = fields === null || isNameless || error !== null;
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <CodeArea
        goToField={goToField}
        language={draft.isVisual ? 'json' : 'html'}
        label={draft.isVisual ? layouts.design : layouts.body}
        hint={draft.isVisual ? layouts.designHint : layouts.bodyHint}
        value={code}
        readOnly={readOnly}
        faults={faults}
        onChange={draft.isVisual ? draft.writeCode : (body) => draft.write('body', body)}
      />
      <div className={classes['beside']}>
        <PreviewPanel of={preview} stopped={isStopped} />
      </div>
    </SimpleGrid>
  );
}

/** Loaded when a design is edited. */
const DesignEditor = lazy(async () => ({ default: (await import('./design-editor.tsx')).DesignEditor }));

export interface DesignViewProps extends ViewProps {
  design: JsonObject;
  isMain: boolean;
  /** The preset that is being edited inside the email. */
  inner: PresetInMail | null;
}

/** Edits a design visually. */
export function DesignView(props: DesignViewProps) {
  return (
    <Suspense fallback={<Skeleton height={620} />}>
      <DesignEditor {...props} />
    </Suspense>
  );
}
