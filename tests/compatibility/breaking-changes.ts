import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { isTree, type Tree, textOf, treesOf } from '../support/contract/tree.js';

const run = promisify(execFile);
const checkout = resolve(import.meta.dirname, '../..');
const maxReportBytes = 256 * 1024 * 1024;

/** A change that may break a client of the earlier document. */
export interface BreakingChange {
  /** Rule of `redocly diff`, such as `property-removed`. */
  readonly rule: string;
  /** JSON pointer to the change in the document, such as `#/components/schemas/Team/properties/name`. */
  readonly at: string;
  readonly message: string;
}

/** Returns the breaking changes in one reported change. There are usually none. */
function toBreakingChanges(change: Tree): BreakingChange[] {
  return treesOf(change['verdicts'])
    .filter(({ impact }) => impact === 'major')
    .map(({ ruleId, message, location }) => ({
      rule: textOf(ruleId) ?? '',
      at: (isTree(location) ? textOf(location['pointer']) : undefined) ?? '',
      message: textOf(message) ?? '',
    }));
}

/**
 * Finds the breaking changes between two OpenAPI documents, given as files, in the order of the document. Reports a
 * change in a shared component once. Throws an error if one of the files isn't an OpenAPI document.
 */
export async function findBreakingChanges(before: string, after: string): Promise<readonly BreakingChange[]> {
  const { stdout } = await run(
    join(checkout, 'node_modules', '.bin', 'redocly'),
    ['diff', before, after, '--format=json', '--fail-on=none'],
    {
      maxBuffer: maxReportBytes,
      // Disables telemetry and update notices.
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  );
  const report: unknown = JSON.parse(stdout);
  if (!isTree(report) || !Array.isArray(report['changes'])) throw new Error('redocly diff reports no changes.');
  return treesOf(report['changes']).flatMap(toBreakingChanges);
}
