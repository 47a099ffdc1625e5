import { useState } from 'react';
import { useFormats } from '../../texts/formats.ts';
import { useTexts } from '../../texts/texts.tsx';
import type { Day } from './queries.ts';
import classes from './volume-chart.module.css';

const WIDTH = 1000;
const HEIGHT = 220;

/** In stacking order from the bottom. Each kind has a color, and a label in the legend and in the table. */
const kinds = ['success', 'skipped', 'failed', 'pending'] as const;

/** Noon keeps a UTC day on the same date for every reader. */
export const noonOfDay = (day: string) => `${day}T12:00:00`;

/** A round number above the highest bar: 1, 2 or 5 times a power of ten. */
function ceilingOf(highest: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(highest, 1)));
  return [1, 2, 5, 10].map((each) => each * power).find((each) => each >= highest) ?? highest;
}

/** One bar of stacked kinds per day. Purely visual: the table is the accessible alternative. */
export function VolumeChart({ days, label }: { days: readonly Day[]; label: string }) {
  const { dashboard } = useTexts();
  const { number, day: dayOf } = useFormats();
  const dayText = (day: string) => dayOf(noonOfDay(day));
  const [pointed, setPointed] = useState<Day | null>(null);
  const ceiling = ceilingOf(Math.max(...days.map(({ total }) => total)));
  const slot = WIDTH / days.length;
  const height = (count: number) => (count / ceiling) * HEIGHT;
  const words = {
    success: dashboard.done,
    skipped: dashboard.skipped,
    failed: dashboard.failed,
    pending: dashboard.pending,
  };
  const first = days[0];
  const last = days.at(-1);
  return (
    <figure className={classes['figure']}>
      <div className={classes['plot']}>
        <div className={classes['scale']} aria-hidden>
          <span>{number(ceiling)}</span>
          <span>{ceiling % 2 === 0 ? number(ceiling / 2) : ''}</span>
          <span>0</span>
        </div>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={label}
          className={classes['bars']}
          onPointerLeave={() => setPointed(null)}
        >
          {[0.5, HEIGHT / 2, HEIGHT - 0.5].map((y) => (
            <line key={y} x1={0} x2={WIDTH} y1={y} y2={y} className={classes['line']} />
          ))}
          {days.map((day, position) => {
            let y = HEIGHT;
            return (
              <g key={day.day} onPointerEnter={() => setPointed(day)}>
                <rect
                  x={position * slot}
                  y={0}
                  width={slot}
                  height={HEIGHT}
                  className={pointed === day ? classes['pointed'] : classes['ground']}
                />
                {kinds.map((kind) => {
                  y -= height(day[kind]);
                  return (
                    day[kind] > 0 && (
                      <rect
                        key={kind}
                        x={position * slot + slot * 0.15}
                        width={slot * 0.7}
                        y={y}
                        height={height(day[kind])}
                        className={classes[kind]}
                      />
                    )
                  );
                })}
              </g>
            );
          })}
        </svg>
      </div>
      <div className={classes['ends']} aria-hidden>
        <span>{first && dayText(first.day)}</span>
        <span>{last && dayText(last.day)}</span>
      </div>
      <figcaption className={classes['legend']} aria-hidden>
        {pointed && <strong>{dayText(pointed.day)}</strong>}
        {kinds.map((kind) => (
          <span key={kind} className={classes['key']}>
            <svg width={10} height={10} aria-hidden>
              <rect width={10} height={10} rx={2} className={classes[kind]} />
            </svg>
            {words[kind]}
            {pointed && ` ${number(pointed[kind])}`}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}
