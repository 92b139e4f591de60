/** One file that breaks one rule. */
export interface ForbiddenImport {
  readonly rule: string;
  readonly path: string;
  readonly content: string;
  /** What the rule refuses, as the end of a sentence. */
  readonly refuses: string;
}

export const imports = (...paths: readonly string[]): string => paths.map((path) => `import '${path}';\n`).join('');

export const forbidden = (rule: string, path: string, content: string, refuses: string): ForbiddenImport => ({
  rule,
  path,
  content,
  refuses,
});
