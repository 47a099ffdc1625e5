import {
  type Icon,
  IconFile,
  IconFileMusic,
  IconFileText,
  IconFileTypePdf,
  IconFileZip,
  IconMovie,
  IconPhotoOff,
} from '@tabler/icons-react';
import { useState } from 'react';
import classes from './files.module.css';
import type { StoredFile } from './queries.ts';

const icons: readonly (readonly [RegExp, Icon])[] = [
  [/^application\/pdf$/, IconFileTypePdf],
  [/zip|compressed|x-tar|x-7z/, IconFileZip],
  [/^audio\//, IconFileMusic],
  [/^video\//, IconMovie],
  [/^text\/|document|sheet/, IconFileText],
];

/** A small picture of the file, or a sign of what it is. Its name stands beside it. */
export function Thumb({ file: { url, contentType } }: { file: StoredFile }) {
  const [lost, setLost] = useState(false);
  const isVisible = url !== null && !lost;
  const Sign = lost ? IconPhotoOff : (icons.find(([type]) => type.test(contentType))?.[1] ?? IconFile);
  return (
    <div className={`${classes['thumb']} ${isVisible ? classes['squares'] : ''}`}>
      {isVisible ? (
        <img src={url} alt="" loading="lazy" decoding="async" onError={() => setLost(true)} />
      ) : (
        <Sign size={22} stroke={1.5} aria-hidden />
      )}
    </div>
  );
}
