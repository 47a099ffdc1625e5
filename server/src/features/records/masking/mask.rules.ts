/** Replaces a literal credential in everything that leaves the service. */
export const MASK = '********';

/** Our mask or others' asterisks: neither is a credential. */
export const isMask = (text: string) => /^\*+$/.test(text);
