/** Bounds on what is in a file, whatever its format. Contract: description of the imports. */
export const fileLimits = {
  columns: 200,
  /** Characters of one cell, element or attribute. */
  cellLength: 20_000,
  /** Characters of one record; a line of JSON can be as long. */
  recordLength: 1_048_576,
  /** Levels of elements or of JSON objects in each other. */
  depth: 32,
} as const;
