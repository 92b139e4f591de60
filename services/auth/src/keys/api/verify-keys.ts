import type { Mode } from '@plotline/kit/core/caller';
import { invalid, Problem } from '@plotline/kit/core/errors';
import type { RpcAdapter } from '@plotline/kit/rpc/server';
import { modes } from '@plotline/kit/store/connection/connect';
import type { Owned } from '@plotline/kit/store/records/records';
import type { Logger } from '@plotline/kit/telemetry/log';
import type {
  KeyVerification,
  VerificationServiceServer,
  VerifyKeyRequest,
  VerifyKeyResponse,
} from '@plotline/protos/plotline/auth/v1/verification';
import type { Context } from '../../context.js';
import { isActiveSince } from '../../directory/model/role-assignment.js';
import { placeOf, settingsOf, suspensionOf, type Workspace } from '../../directory/model/workspace.js';
import { findRole, type RoleContext } from '../../directory/work/refresh-roles.js';
import { isUsable, type Key } from '../model/key.js';
import type { KeyUse } from '../store/key-usage.js';

/** Maximum keys in one call. */
const maxKeys = 500;

/**
 * Checks whether a key that depends on its creator works: the creator's agent must have been active since before the
 * key was created. Resolves to true for every other key. Calls the team service only for an agent whose role isn't
 * stored.
 */
export async function isCreatorActive(
  context: RoleContext,
  { revoke_with_creator, created_by, created_at, workspace_id: workspaceId }: Owned<Key>,
): Promise<boolean> {
  if (!revoke_with_creator) return true;
  if (!created_by.agentId) return false;
  const role = await findRole(context, workspaceId, created_by.agentId);
  return role !== null && isActiveSince(role, created_at);
}

/** Key that is valid according to its own record, and its workspace. */
interface FoundKey extends KeyUse {
  readonly mode: Mode;
  readonly workspace: Workspace;
}

/** Finds the key of each request. Null means that the key doesn't exist in that mode or no longer works. */
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
  return requests.map(({ key: value, mode, address, with_suspended: withSuspended = false }) => {
    const one = found.get(`${mode} ${value}`);
    const workspace = one && owners.get(one.key.workspace_id);
    return workspace && (withSuspended || !workspace.suspended_at) && isUsable(one.key, now)
      ? { ...one, value, address, workspace }
      : null;
  });
}

/** Records uses. Callers don't await it, because no response depends on it. */
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
  const { country, timeZone: time_zone } = placeOf(workspace);
  return {
    key_id: id,
    key_name: name,
    workspace_id: workspace.id,
    plan: workspace.plan,
    scopes: [...scopes],
    expires_at: expires_at?.getTime() ?? 0,
    currency: workspace.currency,
    country,
    time_zone,
    settings: { ...settingsOf(workspace) },
    suspension: suspensionOf(workspace) ?? undefined,
  };
}

/** Rejects with UNAUTHORIZED for an invalid key. The message is the same for every reason. */
async function verifyKey(context: Context, request: VerifyKeyRequest, log: Logger): Promise<VerifyKeyResponse> {
  const [found] = await findKeys(context, [request]);
  if (!found || !(await isCreatorActive(context, found.key))) {
    throw new Problem('UNAUTHORIZED', 'The credential is not valid.');
  }
  void recordUses(context, [found], log);
  return toResponse(found);
}

/** Checks whether a key depends on a creator whose role isn't stored, so that the team service must be called. */
async function needsTeam({ roleAssignments }: Context, { key }: FoundKey): Promise<boolean> {
  const { revoke_with_creator, created_by, workspace_id } = key;
  if (!revoke_with_creator || !created_by.agentId) return false;
  return (await roleAssignments.get(workspace_id, created_by.agentId)) === null;
}

/**
 * Verifies many keys without calling another service. Marks the keys that need such a call, so that the gateway uses
 * `verifyKey` for them.
 */
async function verifyKeys(
  context: Context,
  requests: readonly VerifyKeyRequest[],
  log: Logger,
): Promise<KeyVerification[]> {
  const found = await findKeys(context, requests);
  const leftAlone = await Promise.all(found.map(async (one) => one !== null && (await needsTeam(context, one))));
  const verified = await Promise.all(
    found.map(async (one, place) =>
      one && !leftAlone[place] && (await isCreatorActive(context, one.key)) ? one : null,
    ),
  );
  void recordUses(
    context,
    verified.filter((one) => one !== null),
    log,
  );
  return verified.map((one, place) => ({
    key: one ? toResponse(one) : undefined,
    verify_alone: leftAlone[place] ?? false,
  }));
}

/**
 * Creates the part of VerificationService that verifies API keys. It tells the gateway the workspace and scopes of a
 * key.
 */
export function createKeyVerification(
  context: Context,
  rpc: RpcAdapter,
): Pick<VerificationServiceServer, 'verifyKey' | 'verifyKeys'> {
  return {
    verifyKey: rpc((request, { log }) => verifyKey(context, request, log)),
    verifyKeys: rpc(async ({ keys }, { log }) => {
      if (keys.length > maxKeys) throw invalid({ field: 'keys', message: `must have at most ${maxKeys} keys` });
      return { verifications: await verifyKeys(context, keys, log) };
    }),
  };
}
