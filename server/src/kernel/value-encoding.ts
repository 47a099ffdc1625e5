/** As the content of a JSON string. */
export const escapeJson = (text: string) => JSON.stringify(text.toWellFormed()).slice(1, -1);

/** As a segment of a path, or a name or value of a query. */
export const encodeUrlPart = (text: string) => encodeURIComponent(text.toWellFormed());

/** Whether a text without a type is meant as JSON. */
export const beginsJson = (text: string) => /^\s*[[{]/.test(text);
