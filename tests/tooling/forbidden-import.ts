/** File that breaks one import rule. */
export interface ForbiddenImport {
  readonly rule: string;
  readonly path: string;
  readonly content: string;
  /** Describes the refused import. Completes a sentence. */
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
