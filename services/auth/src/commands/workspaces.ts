import { createSystemCaller } from '@plotline/kit/core/caller';
import { newId } from '@plotline/kit/core/ids';
import { CommandError, runCommand, UsageError } from '@plotline/kit/service/command-line';
import { suspensionReasons } from '@plotline/protos/plotline/auth/v1/suspensions';
import type { Context } from '../context.js';
import { parsePlan, type Workspace } from '../directory/model/workspace.js';
import { liveTenant } from '../directory/store/tenants.js';
import { withContext } from '../with-context.js';
import { listConsoleEntries, readConsoleEntry } from '../workspaces/api/list-console-entries.js';
import { parseSuspensionReason, resume, setPlan, suspend } from '../workspaces/model/change-workspace.js';
import type { ConsoleEntry } from '../workspaces/model/console-entry.js';

function write(entry: ConsoleEntry): void {
  process.stdout.write(`${JSON.stringify(entry)}\n`);
}

async function get({ workspaces }: Context, id: string): Promise<Workspace> {
  const workspace = await workspaces.get(id);
  if (!workspace) throw new CommandError(`There is no workspace ${id}.`);
  return workspace;
}

/** Change of a workspace, and its entry in the audit log. */
interface Change {
  readonly decide: (workspace: Workspace, at: Date) => Workspace;
  readonly type: string;
  readonly description: string;
}

function toSuspension(reason: string | undefined): Change {
  if (reason === undefined) throw new UsageError('A reason is missing: --reason.');
  const parsed = parseSuspensionReason(reason);
  const description = `The workspace was suspended by an operator. Reason: ${parsed}.`;
  return { decide: (workspace, at) => suspend(workspace, parsed, at), type: 'suspended', description };
}

function toPlanChange(plan: string | undefined): Change {
  if (plan === undefined) throw new UsageError('A plan is missing.');
  const parsed = parsePlan(plan);
  const description = `An operator set the plan ${parsed}.`;
  return { decide: (workspace) => setPlan(workspace, parsed), type: 'plan_changed', description };
}

function toChange(action: string | undefined, plan: string | undefined, reason: string | undefined): Change {
  if (action === 'suspend') return toSuspension(reason);
  if (reason !== undefined) throw new UsageError('Only suspend takes a reason.');
  if (action === 'set-plan') return toPlanChange(plan);
  if (action !== 'resume') throw new UsageError(`There is no action ${action}.`);
  return { decide: resume, type: 'resumed', description: 'The workspace was resumed by an operator.' };
}

async function change(context: Context, id: string, { decide, type, description }: Change): Promise<void> {
  await get(context, id);
  const caller = createSystemCaller(liveTenant(id), 'operator', newId('req'));
  const changed = await context.workspaces.change({ caller }, decide, { type, description });
  write(await readConsoleEntry(context, changed));
}

async function list(context: Context): Promise<void> {
  for await (const entry of listConsoleEntries(context)) write(entry);
}

// The operator runs this with the service's environment. The service doesn't have to run.
await runCommand({
  usage: `Usage: workspaces.js list
       workspaces.js show <workspace id>
       workspaces.js set-plan <workspace id> starter|professional|enterprise
       workspaces.js suspend <workspace id> --reason ${Object.keys(suspensionReasons).join('|')}
       workspaces.js resume <workspace id>
  Prints workspaces, one JSON object a line, with their state and the usage of their live data. The usage is null when the
  services that know it don't answer. While a workspace is suspended, every request is refused with the reason, people can
  sign in only to read it, and webhooks, imports, exports, emails and synchronizations wait. Nothing is deleted. A change
  counts within a second or two.`,
  options: { reason: { type: 'string' } },
  positionals: { min: 1, max: 3 },
  run: ({ positionals: [action, id, plan, ...others], values: { reason } }) => {
    if (action === 'list' && id === undefined) return withContext(list);
    if (id === undefined) throw new UsageError('The id of a workspace is missing.');
    if ((action !== 'set-plan' && plan !== undefined) || others.length > 0)
      throw new UsageError(`Unexpected argument '${plan}'`);
    if (action === 'show') {
      return withContext(async (context) => write(await readConsoleEntry(context, await get(context, id))));
    }
    const wanted = toChange(action, plan, reason);
    return withContext((context) => change(context, id, wanted));
  },
});
