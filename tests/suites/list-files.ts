import { join } from 'node:path';
import { globSync } from 'glob';
import type { MochaSuite } from './suite.js';

const root = join(import.meta.dirname, '..', '..');

/** Paths of the test files of a suite from the root of the checkout, in order, as mocha finds them. */
export function listFiles({ files, ignored = [] }: MochaSuite): string[] {
  return globSync([...files], { cwd: root, ignore: ['**/node_modules/**', ...ignored], posix: true }).toSorted();
}
