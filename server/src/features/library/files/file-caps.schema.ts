/** Apart from the shapes, so that the app can tell what is too large before it sends it. */
export const MAX_FILE_BYTES = 25 * 1024 * 1024;
