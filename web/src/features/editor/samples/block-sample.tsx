import { type ReactNode, useLayoutEffect, useRef } from 'react';
import type { BlockSample as Sample } from './cut-samples.ts';
import classes from './samples.module.css';

interface BlockSampleProps {
  sample: Sample | null;
  /** Background color. */
  ground: string;
  /** Shown instead of a sample without visible content. */
  glyph: ReactNode;
}

/** A small preview of a block, isolated so that the email's styles do not affect the page. */
export function BlockSample({ sample, ground, glyph }: BlockSampleProps) {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!host.current) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = sample ? [sample.style] : [];
    root.replaceChildren(...(sample ? [sample.content.cloneNode(true)] : []));
  }, [sample]);
  return (
    <div className={classes['room']} style={glyph ? {} : { backgroundColor: ground }} aria-hidden inert>
      {glyph}
      <div ref={host} className={classes['sample']} />
    </div>
  );
}
