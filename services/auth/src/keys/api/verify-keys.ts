import { createSystemCaller, type Mode } from '@plotline/kit/core/caller';
import { Problem } from '@plotline/kit/core/errors';
import { newId } from '@plotline/kit/core/ids';
import { modes } from '@plotline/kit/store/connection/connect';
import type { Owned } from '@plotline/kit/store/records/records';
import type { Logger } from '@plotline/kit/telemetry/log';
import type {
  KeyVerification,
  VerifyKeyRequest,
  VerifyKeyResponse,
} from '@plotline/protos/plotline/auth/v1/verification';
import type { Context } from '../../context.js';
import type { Workspace } from '../../directory/model/workspace.js';
import { liveTenant } from '../../directory/store/tenants.js';
import { isUsable, type Key } from '../model/key.js';
import type { KeyUse } from '../store/key-usage.js';

/**
 * Whether a key that is good only while its creator is active is good: the creator's agent is active, and has been since before the
 * key was created. True of every other key. Rejects with SERVICE_UNAVAILABLE.
 */
export async function isCreatorActive(
  { agents }: Pick<Context, 'agents'>,
  { revoke_with_creator, created_by, created_at, workspace_id: workspaceId }: Owned<Key>,
): Promise<boolean> {
  if (!revoke_with_creator) return true;
  if (!created_by.agentId) return false;
  const caller = createSystemCaller(liveTenant(workspaceId), 'auth', newId('req'));
  const [agent] = await agents.find(caller, [created_by.agentId]);
  return agent?.status === 'active' && created_at.getTime() >= agent.active_since;
}

/** A key that was presented and can be used, as far as its record tells, with its workspace. */
interface FoundKey extends KeyUse {
  readonly mode: Mode;
  readonly workspace: Workspace;
}

/** What is found of each request; null where there is no such key in its mode, or one that is over. */
async function findKeys(context: Context, requests: readonly VerifyKeyRequest[]): Promise<(FoundKey | null)[]> {
  const { keyUsage, workspaces, clock } = context;
  const ofModes = await Promise.all(
    modes.map(async (mode) => {
      const values = requests.filter((request) => request.mode === mode).map(({ key }) => key);
      const keys = await keyUsage.find(mode, values);
      return [...keys].map(([value, key]): [string, { mode: Mode; key: Owned<Key> }] => [
        `${mode} ${value}`,
        { mode, key },
      ]);
    }),
  );
  const found = new Map(ofModes.flat());
  const owners = await workspaces.find([...new Set([...found.values()].map(({ key }) => key.workspace_id))]);
  const now = clock();
  return requests.map(({ key: value, mode, address }) => {
    const one = found.get(`${mode} ${value}`);
    const workspace = one && owners.get(one.key.workspace_id);
    return workspace && !workspace.suspended_at && isUsable(one.key, now)
      ? { ...one, value, address, workspace }
      : null;
  });
}

/** Not awaited by those who ask: no answer depends on it. */
async function recordUses({ keyUsage }: Context, uses: readonly FoundKey[], log: Logger): Promise<void> {
  try {
    await Promise.all(
      modes.map((mode) =>
        keyUsage.record(
          mode,
          uses.filter((use) => use.mode === mode),
        ),
      ),
    );
  } catch (error) {
    log.warn({ err: error }, 'last use not recorded');
  }
}

function toResponse({ key: { id, name, scopes, expires_at }, workspace }: FoundKey): VerifyKeyResponse {
  return {
    key_id: id,
    key_name: name,
    workspace_id: workspace.id,
    plan: workspace.plan,
    scopes: [...scopes],
    expires_at: expires_at?.getTime() ?? 0,
    currency: workspace.currency,
  };
}

/** Whom a key stands for. Rejects with UNAUTHORIZED for one that is not valid, with the same message whatever the reason. */
export async function verifyKey(context: Context, request: VerifyKeyRequest, log: Logger): Promise<VerifyKeyResponse> {
  const [found] = await findKeys(context, [request]);
  if (!found || !(await isCreatorActive(context, found.key))) {
    throw new Problem('UNAUTHORIZED', 'The credential is not valid.');
  }
  void recordUses(context, [found], log);
  return toResponse(found);
}

/** Whom keys stand for, without a call of another service: a key that takes one is left to `verifyKey`. */
export async function verifyKeys(
  context: Context,
  requests: readonly VerifyKeyRequest[],
  log: Logger,
): Promise<KeyVerification[]> {
  const found = await findKeys(context, requests);
  const verified = found.map((one) => (one?.key.revoke_with_creator ? null : one));
  void recordUses(
    context,
    verified.filter((one) => one !== null),
    log,
  );
  return verified.map((one, place) => ({
    key: one ? toResponse(one) : undefined,
    verify_alone: found[place]?.key.revoke_with_creator ?? false,
  }));
}
