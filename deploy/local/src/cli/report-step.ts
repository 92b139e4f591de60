/** Runs one step and reports it with its duration, as `  2.6 s  Redis: …`. */
export async function timeStep<T>(
  report: (line: string) => void,
  describe: (result: T) => string,
  work: () => Promise<T>,
): Promise<T> {
  const start = performance.now();
  const result = await work();
  report(formatStep(performance.now() - start, describe(result)));
  return result;
}

/** Formats a line of the launcher's output: a column with the seconds, followed by the text. */
export function formatStep(milliseconds: number, text: string): string {
  return `${(milliseconds / 1000).toFixed(1).padStart(6)} s  ${text}`;
}

/** Formats a line for an event between two steps. */
export function formatNote(text: string): string {
  return `${' '.repeat(10)}${text}`;
}
