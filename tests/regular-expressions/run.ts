import { join } from 'node:path';
import pLimit from 'p-limit';
import { findExpressions } from './find-expressions.js';
import { judgeExpression } from './judge-expression.js';

/**
 * Part of `npm run check`. Fails for each regular expression whose time may grow faster than the length of its text.
 */
const root = join(import.meta.dirname, '..', '..');
const expressions = findExpressions(root);
const limit = pLimit(4);
const judged = await Promise.all(
  expressions.map((expression) => limit(async () => ({ expression, fault: await judgeExpression(expression) }))),
);
const faults = judged.flatMap(({ expression: { source, flags, at }, fault }) =>
  fault === null ? [] : [`${at}  /${source}/${flags}\n    ${fault}`],
);
for (const fault of faults) process.stdout.write(`${fault}\n`);
process.stdout.write(`${expressions.length} regular expressions, ${faults.length} that may take too long\n`);
if (faults.length > 0) process.exitCode = 1;
