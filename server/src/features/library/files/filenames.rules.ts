const MAX_LENGTH = 200;
/** The longest extension; anything longer is part of the name. */
const EXTENSION = /\.[^.\s]{1,10}$/u;
/** Control, formatting (direction too), private-use and unassigned characters, and line ends. */
const INVISIBLE_CHARACTERS = /[\p{C}\p{Zl}\p{Zp}]/gu;

const points = (text: string) => [...text];

function shortened(name: string): string {
  if (points(name).length <= MAX_LENGTH) return name;
  const extension = EXTENSION.exec(name)?.[0] ?? '';
  const room = MAX_LENGTH - points(extension).length;
  return (
    points(name.slice(0, name.length - extension.length))
      .slice(0, room)
      .join('') + extension
  );
}

/** A plain name: without folders or invisible characters, and of limited length. */
export function cleanFilename(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  const clean = last.replace(INVISIBLE_CHARACTERS, '').normalize('NFC').trim().replace(/^\.+/, '');
  return shortened(clean) || 'file';
}

const SAME: Readonly<Record<string, readonly string[]>> = { jpg: ['jpg', 'jpeg', 'jpe', 'jfif'] };

/** Gives an image the extension of its type, so that it opens where it is saved. */
export function pictureFilename(filename: string, extension: string): string {
  const lower = filename.toLowerCase();
  const fits = (SAME[extension] ?? [extension]).some((known) => lower.endsWith(`.${known}`));
  return fits ? filename : `${shortened(filename)}.${extension}`;
}
