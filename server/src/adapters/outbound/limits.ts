const KB = 1024;

/** The time limit of one phase (DNS lookup, connecting, TLS), below that of the whole call. */
export const PHASE_MS = 5_000;
export const MAX_TOTAL_MS = 30_000;

/** The size limit of a body, both compressed and decompressed. */
export const MAX_BODY_BYTES = 1024 * KB;
export const MAX_HEADER_BYTES = 32 * KB;
/** The limit for framing in addition to the body: chunks have headers, which may have extensions. */
export const MAX_FRAME_BYTES = 256 * KB;
/** One-byte chunks cost hundreds of times their content, so this is the minimum average size of a chunk. */
export const MIN_AVERAGE_CHUNK_BYTES = 64;
export const MAX_INTERIM_ANSWERS = 16;

export const MAX_URL_LENGTH = 8 * KB;
