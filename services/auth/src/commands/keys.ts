import { createSystemCaller } from '@plotline/kit/core/caller';
import { newId } from '@plotline/kit/core/ids';
import { CommandError, runCommand, UsageError } from '@plotline/kit/service/command-line';
import type { Context } from '../context.js';
import { liveTenant } from '../directory/store/tenants.js';
import { tellOfKey } from '../keys/api/tell-of-key.js';
import type { KeyOfMode } from '../keys/model/key.js';
import { withContext } from '../with-context.js';

const perPage = 100;

/** Lists all keys of a workspace, newest first. */
async function listKeys({ keys, workspaces }: Context, workspaceId: string): Promise<readonly KeyOfMode[]> {
  if (!(await workspaces.get(workspaceId))) throw new CommandError(`There is no workspace ${workspaceId}.`);
  const caller = createSystemCaller(liveTenant(workspaceId), 'operator', newId('req'));
  const found: KeyOfMode[] = [];
  for (let page = 1; ; page += 1) {
    const { records } = await keys.list(caller, { page, per_page: perPage });
    found.push(...records);
    if (records.length < perPage) return found;
  }
}

function write({
  id,
  name,
  mode,
  scopes,
  last_four,
  created_at,
  last_used_at,
  expires_at,
  revoked_at,
}: KeyOfMode): void {
  const line = { id, name, mode, scopes, last_four, created_at, last_used_at, expires_at, revoked_at };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

async function revoke(context: Context, workspaceId: string, ids: readonly string[]): Promise<void> {
  const found = await listKeys(context, workspaceId);
  const missing = ids.filter((id) => !found.some((key) => key.id === id));
  if (missing.length > 0) throw new CommandError(`${workspaceId} has no key ${missing.join(', ')}.`);
  const chosen = found.filter(({ id, revoked_at }) => revoked_at === null && (ids.length === 0 || ids.includes(id)));
  for (const key of chosen) {
    const caller = createSystemCaller(liveTenant(workspaceId), 'The operator of Plotline', newId('req'));
    await context.keys.revoke({ caller }, key);
    await tellOfKey(context, { caller, log: context.runtime.log }, key, 'revoked');
  }
  process.stdout.write(`${chosen.length} keys of ${workspaceId} are revoked\n`);
}

// The operator runs this with the service's environment. The running service notifies the gateways.
await runCommand({
  usage: `Usage: keys.js list|revoke --workspace <workspace id> [--id <key id>]…
  list    prints the keys of the workspace, one JSON object a line
  revoke  revokes the keys with these ids, or all keys without --id, and notifies their creators by mail. While the
          service runs, the keys are refused within a second`,
  options: { workspace: { type: 'string' }, id: { type: 'string', multiple: true, default: [] } },
  positionals: { min: 1, max: 1 },
  run: ({ values: { workspace, id: ids = [] }, positionals: [action] }) => {
    if (action !== 'list' && action !== 'revoke') throw new UsageError(`There is no action ${action}.`);
    if (workspace === undefined) throw new UsageError('--workspace is required.');
    return withContext(async (context) => {
      if (action === 'revoke') return revoke(context, workspace, ids);
      for (const key of await listKeys(context, workspace)) if (ids.length === 0 || ids.includes(key.id)) write(key);
    });
  },
});
