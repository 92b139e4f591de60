import type { Mode } from '@plotline/kit/core/caller';
import { invalid } from '@plotline/kit/core/errors';
import { newId } from '@plotline/kit/core/ids';
import { Limiter } from '@plotline/kit/core/limiter';
import type { RpcAdapter } from '@plotline/kit/rpc/server';
import type { KeyTraffic, KeyTrafficServiceServer, LoggedRequest } from '@plotline/protos/plotline/auth/v1/key_traffic';
import type { Context } from '../../context.js';
import { type KeyRequest, toHour } from '../model/key-traffic.js';

/** Maximum keys in one call. */
const maxKeys = 500;
/**
 * Number of keys that are recorded at the same time. Other keys wait, so that verifications get a connection to the
 * database.
 */
const maxAtOnce = 4;

function toRecord(keyId: string, { at, path, ...request }: LoggedRequest): KeyRequest {
  const { method, query, status, duration_ms, request_id } = request;
  const facts = { method, path: path === '' ? null : path, query, status, duration_ms, request_id };
  return { id: newId('kreq'), version: 1, key_id: keyId, at: new Date(at), ...facts };
}

function toMode(mode: string): Mode {
  if (mode === 'live' || mode === 'sandbox') return mode;
  throw invalid({ field: 'mode', message: 'must be one of: live, sandbox' });
}

async function recordTraffic({ keyRequests, keyHours, clock }: Context, traffic: KeyTraffic): Promise<void> {
  const { key_id: keyId, workspace_id: workspaceId, requests, client_errors, server_errors, logged } = traffic;
  const tenant = { workspaceId, mode: toMode(traffic.mode) };
  await keyHours.add(tenant, keyId, toHour(clock()), { requests, client_errors, server_errors });
  await keyRequests.add(
    tenant,
    keyId,
    logged.map((request) => toRecord(keyId, request)),
  );
}

/** KeyTrafficService: records the requests made with keys. */
export function createKeyTrafficService(context: Context, rpc: RpcAdapter): KeyTrafficServiceServer {
  const slots = new Limiter({ max: maxAtOnce });
  return {
    recordTraffic: rpc(async ({ keys }) => {
      if (keys.length > maxKeys) throw invalid({ field: 'keys', message: `must have at most ${maxKeys} keys` });
      await Promise.all(keys.map((traffic) => slots.run('', () => recordTraffic(context, traffic))));
      return {};
    }),
  };
}
