import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

interface Pattern {
  readonly isException: boolean;
  readonly expression: RegExp;
  readonly text: string;
}

/** Reads one line of .dockerignore, which matches a path and everything below it. */
function readPattern(line: string): Pattern {
  const isException = line.startsWith('!');
  const text = line.replace(/^!/, '').replace(/^\/|\/$/g, '');
  if (/[?[\\]/.test(text)) throw new Error(`This test can't read the line ${line} of .dockerignore.`);
  const source = text
    .replace(/[.+^${}()|]/g, '\\$&')
    .replaceAll('**/', '<folders>')
    .replaceAll('**', '.<any>')
    .replaceAll('*', '[^/]*')
    .replaceAll('<folders>', '(?:.*/)?')
    .replaceAll('<any>', '*');
  return { isException, text, expression: new RegExp(`^${source}(/.*)?$`) };
}

function readPatterns(text: string): Pattern[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '' && !line.startsWith('#')).map(readPattern);
}

/** Lists the files that Docker would send to a build. As in Docker, the last pattern that matches a path decides. */
export function listContext(checkout: string): string[] {
  const patterns = readPatterns(readFileSync(join(checkout, '.dockerignore'), 'utf8'));
  const exceptions = patterns.filter(({ isException }) => isException);
  const isIncluded = (path: string) =>
    patterns.findLast(({ expression }) => expression.test(path))?.isException ?? true;
  const list = (folder: string): string[] =>
    readdirSync(join(checkout, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      if (!entry.isDirectory()) return isIncluded(path) ? [path] : [];
      // Docker enters an ignored folder only if an exception begins with its name.
      return isIncluded(path) || exceptions.some(({ text }) => text.startsWith(`${path}/`)) ? list(path) : [];
    });
  return list('');
}

/** Copies the files that Docker would send to a build into a folder. */
export function copyContext(checkout: string, target: string): void {
  for (const path of listContext(checkout)) {
    mkdirSync(dirname(join(target, path)), { recursive: true });
    cpSync(join(checkout, path), join(target, path), { verbatimSymlinks: true });
  }
}
