/** Longest line of a source or a page in Markdown, in columns. */
export const maxColumns = 120;

/** Longest sentence of a README, in words. */
export const maxWords = 30;

/** Files that no one writes by hand. */
export const generatedFiles: readonly string[] = [
  '**/node_modules/**',
  '**/dist/**',
  '**/.local/**',
  'protos/gen/**',
  'services/dashboard/gen/**',
  'tests/guarantees.md',
  'tests/deploy/helm/golden/**',
];

/**
 * Lines that may be longer than `maxColumns`. So may code and tables in Markdown, and literals, because the formatter
 * can't break them.
 */
export const longLines: readonly RegExp[] = [
  // A URL or a path has no place to break.
  /https?:\/\/|\S{60}/,
  // A key of YAML with its value on the same line: an example, a summary, an expression of PromQL.
  /^\s*(- )?['"]?[\w./$-]+['"]?: /,
  // A table or a drawing in a description of a contract, or a quoted example of it.
  /^\s+[|"]|──▶/,
];
