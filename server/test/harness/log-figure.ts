/** Logs what a test has measured, for those who read its output. */
export const logFigure = (sentence: string) => console.log(sentence);
