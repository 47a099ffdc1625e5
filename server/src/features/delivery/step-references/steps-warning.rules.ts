/** What a delete says of the steps that still use the record. */
export const stepsWarning = (count: number, what: string) =>
  count === 1
    ? `1 workflow step still references this ${what} and will fail until it uses another one`
    : `${count} workflow steps still reference this ${what} and will fail until they use another one`;
