import { parseArgs } from 'node:util';
import { createRuntime } from '@plotline/kit/process/runtime';
import { signErasurePermit } from '@plotline/kit/workspace-data/erasure-permit';
import { eraseWorkspace, findObjection } from '../accounts/erase-workspace.js';
import { readAuthConfig } from '../config.js';
import { createContext } from '../context.js';

const usage = `Usage: erase-workspace.js <workspace id> [--confirm <its name>]
  Removes the workspace from this service, and tells the permit with which the other services remove their records of it.
  Without --confirm only a workspace whose owners asked for it, 30 days ago or earlier.`;

// The first step of an erasure: deploy/runbooks/workspace-data.md. It may be repeated; a workspace that is gone needs nobody's consent.
const { values, positionals } = parseArgs({ options: { confirm: { type: 'string' } }, allowPositionals: true });
const [workspaceId = '', ...others] = positionals;
if (!workspaceId.startsWith('ws_') || others.length > 0) {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 2;
} else {
  const config = readAuthConfig();
  const runtime = await createRuntime('auth', config);
  const context = createContext(runtime, config);
  const workspace = await context.workspaces.get(workspaceId);
  const objection = workspace && findObjection(workspace, values.confirm, runtime.clock());
  if (objection) {
    process.stderr.write(`${objection}\n`);
    process.exitCode = 1;
  } else {
    // First: without it an erasure that is interrupted here could not go on elsewhere.
    process.stdout.write(`permit: ${signErasurePermit(workspaceId, runtime.callerKeys)}\n`);
    process.stdout.write(
      `records of ${workspaceId} that were removed: ${await eraseWorkspace(context, workspaceId)}\n`,
    );
  }
  context.teamPeer.close();
  await runtime.databases.close();
}
