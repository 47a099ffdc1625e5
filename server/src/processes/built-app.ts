import { fileURLToPath } from 'node:url';

const isClone = import.meta.url.endsWith('.ts');

/** The package has the guides next to its code; a clone has them with all other documentation. */
export const guidesFolder = fileURLToPath(
  new URL(isClone ? '../../../docs/guides' : '../../docs/guides', import.meta.url),
);

/** The package has the app next to its code; a clone has it where it is built. */
export const builtApp = {
  folder: fileURLToPath(new URL(isClone ? '../../../web/dist' : '../../app', import.meta.url)),
  /** The instructions when the build is missing. */
  advice: isClone
    ? 'run: npm run build, or use npm run dev'
    : 'this installation is incomplete; install outstep again',
};
