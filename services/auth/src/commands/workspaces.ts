import { createSystemCaller } from '@plotline/kit/core/caller';
import { newId } from '@plotline/kit/core/ids';
import { CommandError, runCommand, UsageError } from '@plotline/kit/service/command-line';
import type { Context } from '../context.js';
import { parsePlan, readPlace, type Workspace } from '../directory/model/workspace.js';
import { liveTenant } from '../directory/store/tenants.js';
import { withContext } from '../with-context.js';
import { resume, setPlan, suspend } from '../workspaces/model/change-workspace.js';

function write(workspace: Workspace): void {
  const { id, name, plan, currency, suspended_at, deletion_request, created_at } = workspace;
  const deletion_due_at = deletion_request?.due_at ?? null;
  const line = { id, name, plan, currency, ...readPlace(workspace), created_at, suspended_at, deletion_due_at };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

async function get({ workspaces }: Context, id: string): Promise<Workspace> {
  const workspace = await workspaces.get(id);
  if (!workspace) throw new CommandError(`There is no workspace ${id}.`);
  return workspace;
}

/** Change of a workspace with its entry in the audit log. */
interface Change {
  readonly decide: (workspace: Workspace, at: Date) => Workspace;
  readonly type: string;
  readonly description: string;
}

function toChange(action: string | undefined, plan: string | undefined): Change {
  if (action === 'suspend') {
    return { decide: suspend, type: 'suspended', description: 'The workspace was suspended by an operator.' };
  }
  if (action === 'resume') {
    return { decide: resume, type: 'resumed', description: 'The workspace was resumed by an operator.' };
  }
  if (action !== 'set-plan') throw new UsageError(`There is no action ${action}.`);
  if (plan === undefined) throw new UsageError('A plan is missing.');
  const parsed = parsePlan(plan);
  const description = `An operator set the plan ${parsed}.`;
  return { decide: (workspace) => setPlan(workspace, parsed), type: 'plan_changed', description };
}

async function change(context: Context, id: string, { decide, type, description }: Change): Promise<void> {
  await get(context, id);
  const caller = createSystemCaller(liveTenant(id), 'operator', newId('req'));
  write(await context.workspaces.change({ caller }, decide, { type, description }));
}

async function list({ workspaces }: Context): Promise<void> {
  for await (const workspace of workspaces.each()) write(workspace);
}

// Operator's command. Needs the environment of the service, but the service doesn't have to run.
await runCommand({
  usage: `Usage: workspaces.js list
       workspaces.js show <workspace id>
       workspaces.js set-plan <workspace id> starter|professional|enterprise
       workspaces.js suspend|resume <workspace id>
  Prints workspaces, one JSON object a line. A suspended workspace lets nobody in, with no password, key or app, until it is resumed;
  its records stay, and what is due, such as deliveries of webhooks, goes on. A change counts within a second or two.`,
  options: {},
  positionals: { min: 1, max: 3 },
  run: ({ positionals: [action, id, plan, ...others] }) => {
    if (action === 'list' && id === undefined) return withContext(list);
    if (id === undefined) throw new UsageError('The id of a workspace is missing.');
    if ((action !== 'set-plan' && plan !== undefined) || others.length > 0)
      throw new UsageError(`Unexpected argument '${plan}'`);
    if (action === 'show') return withContext(async (context) => write(await get(context, id)));
    const wanted = toChange(action, plan);
    return withContext((context) => change(context, id, wanted));
  },
});
