const KB = 1024;

/** For one phase: looking up the name, connecting, TLS. Below the time of the whole call. */
export const PHASE_MS = 5_000;
export const MAX_TOTAL_MS = 30_000;

/** The size limit of a body, both compressed and decompressed. */
export const MAX_BODY_BYTES = 1024 * KB;
export const MAX_HEADER_BYTES = 32 * KB;
/** Framing on top of the body: chunks have headers, which may have extensions. */
export const MAX_FRAME_BYTES = 256 * KB;
/** One-byte chunks cost hundreds of times what they carry; on average a chunk must carry this much. */
export const PIECE_BYTES = 64;
export const MAX_INTERIM_ANSWERS = 16;

export const MAX_URL_LENGTH = 8 * KB;
