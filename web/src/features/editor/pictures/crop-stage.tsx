import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { type Area, type Handle, moveArea, resizeArea } from './crop.rules.ts';
import classes from './pictures.module.css';
import { usePictureTexts } from './use-picture-texts.ts';

const WIDEST = 620;
const HIGHEST = 360;
/** Fraction of the image's edge per key press. */
const STEP = 0.01;

/** The position of each handle on the area, from 0 to 1. */
const handles: Readonly<Record<Handle, readonly [number, number]>> = {
  nw: [0, 0],
  n: [0.5, 0],
  ne: [1, 0],
  e: [1, 0.5],
  se: [1, 1],
  s: [0.5, 1],
  sw: [0, 1],
  w: [0, 0.5],
};

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const percent = (part: number, whole: number) => `${(100 * part) / whole}%`;

interface CropStageProps {
  picture: ImageBitmap;
  area: Area;
  onChange(area: Area): void;
}

/** The image with the selected area, which is resized by its handles and moved by dragging. */
export function CropStage({ picture, area, onChange }: CropStageProps) {
  const texts = usePictureTexts();
  const stage = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const held = useRef<{ x: number; y: number; from: Area; handle: Handle | null } | null>(null);
  const { width, height } = picture;
  const shown = width * Math.min(1, WIDEST / width, HIGHEST / height);

  useEffect(() => {
    const surface = canvas.current;
    if (!surface) return;
    // Twice the displayed resolution, for high-density screens.
    surface.width = Math.max(1, Math.min(width, Math.round(2 * shown)));
    surface.height = Math.max(1, Math.round((surface.width * height) / width));
    surface.getContext('2d')?.drawImage(picture, 0, 0, surface.width, surface.height);
  }, [picture, width, height, shown]);

  const hold = (event: PointerEvent<HTMLElement>) => {
    const { target, clientX: x, clientY: y, pointerId } = event;
    if (!(target instanceof HTMLElement) || !stage.current) return;
    const handle = (target.dataset['handle'] ?? null) as Handle | null;
    if (handle === null && target.tagName !== 'BUTTON') return;
    stage.current.setPointerCapture(pointerId);
    held.current = { x, y, from: area, handle };
  };
  const pull = ({ clientX, clientY }: PointerEvent) => {
    if (!held.current || !stage.current) return;
    const { x, y, from, handle } = held.current;
    const scale = width / stage.current.getBoundingClientRect().width;
    const [dx, dy] = [(clientX - x) * scale, (clientY - y) * scale];
    onChange(handle === null ? moveArea(from, dx, dy, picture) : resizeArea(from, handle, dx, dy, picture));
  };
  const release = () => {
    held.current = null;
  };
  const press = (event: KeyboardEvent) => {
    const arrow = arrows[event.key];
    if (!arrow) return;
    event.preventDefault();
    const dx = arrow[0] * Math.max(1, width * STEP);
    const dy = arrow[1] * Math.max(1, height * STEP);
    onChange(event.shiftKey ? resizeArea(area, 'se', dx, dy, picture) : moveArea(area, dx, dy, picture));
  };
  return (
    <div
      ref={stage}
      className={classes['stage']}
      style={{ width: shown }}
      onPointerDown={hold}
      onPointerMove={pull}
      onPointerUp={release}
      onPointerCancel={release}
    >
      <canvas ref={canvas} aria-hidden />
      <div className={classes['frame']}>
        <button
          type="button"
          className={classes['area']}
          aria-label={texts.areaLabel}
          title={texts.areaLabel}
          style={{
            ...{ left: percent(area.left, width), top: percent(area.top, height) },
            ...{ width: percent(area.width, width), height: percent(area.height, height) },
          }}
          onKeyDown={press}
        />
      </div>
      {(Object.keys(handles) as Handle[]).map((handle) => (
        <div
          key={handle}
          className={classes['handle']}
          data-handle={handle}
          style={{
            left: percent(area.left + handles[handle][0] * area.width, width),
            top: percent(area.top + handles[handle][1] * area.height, height),
            cursor: `${handle}-resize`,
          }}
        />
      ))}
    </div>
  );
}
