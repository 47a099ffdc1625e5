/** What a process counts, as it tells it at the port of its metrics. */
export const readMetrics = async (port: number | string) =>
  (await fetch(`http://127.0.0.1:${port}/metrics`)).text();

/** The value of one series, `null` when there is none. */
export const valueIn = (text: string, series: string) => {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? null : Number(line.slice(series.length + 1));
};
