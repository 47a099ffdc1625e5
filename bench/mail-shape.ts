/** Of one sender: what a sender has unless somebody changes it. */
export const CONNECTIONS = 2;
/** Of one step. */
export const RECIPIENTS = 10;
