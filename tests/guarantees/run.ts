import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderGuarantees } from './render-guarantees.js';

/** `npm run guarantees` writes `tests/guarantees.md`. With `--check`, it fails when the page is outdated. */
const file = join(import.meta.dirname, '..', 'guarantees.md');
const page = renderGuarantees();

if (!process.argv.includes('--check')) writeFileSync(file, page);
else if (readFileSync(file, 'utf8') !== page) {
  process.stderr.write('tests/guarantees.md is out of date: run `npm run guarantees`.\n');
  process.exitCode = 1;
}
