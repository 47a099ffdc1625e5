const MAX_LENGTH = 200;
/** As long as anything that is an extension; what is longer is part of the name. */
const EXTENSION = /\.[^.\s]{1,10}$/u;
/** Control, formatting (writing direction among it), private and unassigned signs, line ends. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/gu;

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

/** A name that is only a name: without folders, without signs that nobody sees, not endless. */
export function cleanFilename(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  const clean = last.replace(UNSEEN, '').normalize('NFC').trim().replace(/^\.+/, '');
  return shortened(clean) || 'file';
}

const SAME: Readonly<Record<string, readonly string[]>> = { jpg: ['jpg', 'jpeg', 'jpe', 'jfif'] };

/** A picture is called what it is, so that it opens as one where it is saved. */
export function pictureFilename(filename: string, extension: string): string {
  const lower = filename.toLowerCase();
  const fits = (SAME[extension] ?? [extension]).some((known) => lower.endsWith(`.${known}`));
  return fits ? filename : `${shortened(filename)}.${extension}`;
}
