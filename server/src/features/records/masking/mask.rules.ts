/** What stands for a literal credential in everything that leaves the service. */
export const MASK = '********';

/** A mask, or asterisks of somebody else: neither opens anything. */
export const isMask = (text: string) => /^\*+$/.test(text);
