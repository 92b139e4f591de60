/** File that breaks one rule. */
export interface ForbiddenImport {
  readonly rule: string;
  readonly path: string;
  readonly content: string;
  /** Description of the refused import, as the end of a sentence. */
  readonly refuses: string;
}

/** Returns a module that imports each of the paths. */
export const imports = (...paths: readonly string[]): string => paths.map((path) => `import '${path}';\n`).join('');

export const forbidden = (rule: string, path: string, content: string, refuses: string): ForbiddenImport => ({
  rule,
  path,
  content,
  refuses,
});
