import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'glob';
import { generatedFiles } from './exceptions.js';
import { findFaults } from './find-faults.js';

/** Part of `npm run check`. Fails for prose that breaks the rules that a program can check. */
const root = join(import.meta.dirname, '..', '..', '..');
const files = globSync(['**/*.{ts,tsx,mts,mjs,cjs,md,yaml,yml,proto,py,sh,env}', '**/Dockerfile'], {
  cwd: root,
  posix: true,
  dot: true,
  nodir: true,
  ignore: [...generatedFiles],
}).toSorted();

let count = 0;
for (const path of files) {
  for (const { line, rule, text } of findFaults(path, readFileSync(join(root, path), 'utf8'))) {
    process.stdout.write(`${path}:${line} ${rule}: ${text}\n`);
    count += 1;
  }
}
process.stdout.write(`${files.length} files of prose, ${count} faults\n`);
if (count > 0) process.exitCode = 1;
