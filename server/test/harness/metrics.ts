/** A process's metrics, from the port on which it serves them. */
export const readMetrics = async (port: number | string) =>
  (await fetch(`http://127.0.0.1:${port}/metrics`)).text();

/** The value of one series, `null` when there is none. */
export const valueIn = (text: string, series: string) => {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? null : Number(line.slice(series.length + 1));
};
