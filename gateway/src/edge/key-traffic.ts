import { createBatcher } from '@plotline/kit/core/batcher';
import type { Mode } from '@plotline/kit/core/caller';
import { realTime, type Time } from '@plotline/kit/core/time';
import type { Peer } from '@plotline/kit/rpc/client';
import type { Logger } from '@plotline/kit/telemetry/log';
import { type KeyTraffic, KeyTrafficServiceService } from '@plotline/protos/plotline/auth/v1/key_traffic';
import type { RequestContext } from './request-context.js';

/** Request with a response, made with a key. */
export interface KeyRequest {
  readonly keyId: string;
  readonly workspaceId: string;
  readonly mode: Mode;
  readonly requestId: string;
  /** Time when the request arrived, in milliseconds since the epoch. */
  readonly at: number;
  readonly method: string;
  /** Template of the path. Empty for a path outside the contract, because such a path may contain a secret. */
  readonly path: string;
  /** Names of the query's parameters. */
  readonly query: readonly string[];
  readonly status: number;
  readonly durationMs: number;
}

/** Minimum time between two calls to the auth service. */
const intervalMs = 1_000;
/** Maximum requests in an interval. Further requests are neither logged nor counted. No gateway handles this many. */
const maxQueued = 20_000;
/** Maximum requests of a key that are logged per call. Further requests are only counted. */
const maxLogged = 20;
/** Keys that the auth service accepts in one call. */
const maxKeys = 500;
const maxNames = 20;
/** Matches names of parameters. Other text, such as a value without a name, isn't recorded. */
const namePattern = /^[a-z_][a-z0-9_.]{0,49}$/;

function readQueryNames(query: string): string[] {
  const names = new Set(new URLSearchParams(query).keys());
  return [...names].filter((name) => namePattern.test(name)).slice(0, maxNames);
}

/** Returns the request as logged, or null if it wasn't made with a known key. */
export function toKeyRequest(
  { request, identity, workspaceId, mode, requestId, template, query }: RequestContext,
  { status, durationMs }: { readonly status: number; readonly durationMs: number },
): KeyRequest | null {
  if (identity?.actor.type !== 'key' || workspaceId === null) return null;
  return {
    keyId: identity.credentialId,
    workspaceId,
    mode,
    requestId,
    at: Math.round(Date.now() - durationMs),
    method: request.method ?? '',
    path: template ?? '',
    query: query === '' ? [] : readQueryNames(query),
    status,
    durationMs,
  };
}

/** Groups requests by key. */
export function sumUp(requests: readonly KeyRequest[]): KeyTraffic[] {
  const byKey = new Map<string, KeyTraffic>();
  for (const { keyId, workspaceId, mode, requestId, durationMs, query, ...request } of requests) {
    const traffic = byKey.get(keyId) ?? {
      key_id: keyId,
      workspace_id: workspaceId,
      mode,
      requests: 0,
      client_errors: 0,
      server_errors: 0,
      logged: [],
    };
    byKey.set(keyId, traffic);
    traffic.requests += 1;
    if (request.status >= 500) traffic.server_errors += 1;
    else if (request.status >= 400) traffic.client_errors += 1;
    if (traffic.logged.length >= maxLogged) continue;
    const duration = Math.round(durationMs * 10) / 10;
    traffic.logged.push({ ...request, request_id: requestId, query: [...query], duration_ms: duration });
  }
  return [...byKey.values()];
}

/** Records the requests made with keys. */
export type RecordKeyRequest = (request: KeyRequest) => void;

export interface RecordKeyRequestOptions {
  /** Makes the auth service record the traffic of up to 500 keys. */
  readonly send: (keys: KeyTraffic[]) => Promise<unknown>;
  readonly log: Logger;
  readonly time?: Time;
}

/** Creates the function that calls the auth service to record traffic. */
export function createSendTraffic(auth: Peer): RecordKeyRequestOptions['send'] {
  return (keys) => auth.call(KeyTrafficServiceService.recordTraffic, { keys }, {});
}

/**
 * Creates the function that records requests and sends the records once a second. Records that can't be sent are lost,
 * and so are the records of the last second before the process ends.
 */
export function createRecordKeyRequest({ send, log, time = realTime }: RecordKeyRequestOptions): RecordKeyRequest {
  const record = createBatcher<KeyRequest, void>({
    key: () => '',
    maxBatch: maxQueued,
    maxQueued,
    toIntervalMs: () => intervalMs,
    time,
    run: async (requests) => {
      const all = sumUp(requests);
      for (let start = 0; start < all.length; start += maxKeys) {
        await send(all.slice(start, start + maxKeys));
      }
    },
  });
  return (request) => {
    record(request).catch((error: unknown) => log.debug({ err: error }, 'request of a key not recorded'));
  };
}
