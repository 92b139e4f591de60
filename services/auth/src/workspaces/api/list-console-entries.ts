import type { Context } from '../../context.js';
import type { Workspace } from '../../directory/model/workspace.js';
import { liveTenant } from '../../directory/store/tenants.js';
import { type ConsoleEntry, toConsoleEntry } from '../model/console-entry.js';

type ConsoleContext = Pick<Context, 'workspaces' | 'readUsage' | 'runtime'>;

/** Number of workspaces whose usage is read at the same time. */
const maxAtOnce = 8;

/**
 * Returns the facts that operators read about a workspace. The usage is null while the services that report it don't
 * respond.
 */
export function readConsoleEntry({ readUsage, runtime }: ConsoleContext, workspace: Workspace): Promise<ConsoleEntry> {
  if (!readUsage) return Promise.resolve(toConsoleEntry(workspace, null));
  return readUsage(liveTenant(workspace.id)).then(
    (usage) => toConsoleEntry(workspace, usage),
    (error: unknown) => {
      runtime.log.warn({ err: error, workspace_id: workspace.id }, 'usage of a workspace not read');
      return toConsoleEntry(workspace, null);
    },
  );
}

/** Yields the facts that operators read about the workspaces, in the order of their ids, starting after `afterId`. */
export async function* listConsoleEntries(context: ConsoleContext, afterId = ''): AsyncGenerator<ConsoleEntry> {
  let batch: Workspace[] = [];
  for await (const workspace of context.workspaces.each(afterId)) {
    batch.push(workspace);
    if (batch.length < maxAtOnce) continue;
    yield* await Promise.all(batch.map((one) => readConsoleEntry(context, one)));
    batch = [];
  }
  yield* await Promise.all(batch.map((one) => readConsoleEntry(context, one)));
}
