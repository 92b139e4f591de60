/** Maximum line length in sources and Markdown pages, in columns. */
export const maxColumns = 120;

/** Maximum sentence length in READMEs, in words. */
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
 * Lines that may be longer than `maxColumns`. Code and tables in Markdown, and literals, may be longer too, because the
 * formatter can't break them.
 */
export const longLines: readonly RegExp[] = [
  // URLs and paths can't be broken.
  /https?:\/\/|\S{60}/,
  // A YAML key with its value on the same line: an example, a summary, or a PromQL expression.
  /^\s*(- )?['"]?[\w./$-]+['"]?: /,
  // A table or a drawing in a contract's description, or a quoted example of one.
  /^\s+[|"]|──▶/,
];
