/** Does one step and reports it with its time once it is done, as `  2.6 s  Redis: …`. */
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

/** A line of the launcher's output: seconds in a column of their own, then the text. */
export function formatStep(milliseconds: number, text: string): string {
  return `${(milliseconds / 1000).toFixed(1).padStart(6)} s  ${text}`;
}

/** A line between the steps, for what happens meanwhile. */
export function formatNote(text: string): string {
  return `${' '.repeat(10)}${text}`;
}
