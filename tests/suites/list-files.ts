import { join } from 'node:path';
import { globSync } from 'glob';
import type { MochaSuite } from './suite.js';

const root = join(import.meta.dirname, '..', '..');

/** Returns the paths of a suite's test files relative to the root of the checkout, in mocha's order. */
export function listFiles({ files, ignored = [] }: MochaSuite): string[] {
  return globSync([...files], { cwd: root, ignore: ['**/node_modules/**', ...ignored], posix: true }).toSorted();
}
