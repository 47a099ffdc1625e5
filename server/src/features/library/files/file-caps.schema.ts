/** In a separate file, so that the app can reject a file that is too large before sending it. */
export const MAX_FILE_BYTES = 25 * 1024 * 1024;
