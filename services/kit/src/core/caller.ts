import type { CallerKeys } from './caller-keys.js';
import { newTraceparent } from './ids.js';

import { type BindPayload, openSignedText, readKeyId, signText } from './secrets.js';
import { backgroundBudgetMs, clockSkewMs, type Deadline } from './time.js';

/** Selects one of a service's two databases. The host of the request decides the mode. */
export type Mode = 'live' | 'sandbox';

/** Workspace and mode that a record belongs to. Every query is limited to one tenant. */
export interface Tenant {
  readonly workspaceId: string;
  readonly mode: Mode;
}

/** Stands for all workspaces in place of a workspace id. */
export const everyWorkspace = '*';

/** The acting party: an API key of the workspace, a person, or the system in background work. */
export interface Actor {
  readonly type: 'key' | 'user' | 'system';
  readonly id: string;
  readonly name: string;
  /** Role of the acting person; absent for keys and the system. */
  readonly role?: string;
  /** Agent id of the acting person, if there is one. */
  readonly agentId?: string;
}

/**
 * Party on whose behalf a request is made. The gateway decides it, every calling program signs it, and services verify
 * the signature.
 */
export interface Caller extends Tenant {
  readonly actor: Actor;
  /** Id of the key, session or grant. Absent for the system. */
  readonly credentialId?: string;
  /**
   * Time at which the acting person last became active in the workspace, in milliseconds since the epoch. Absent for
   * keys and the system.
   */
  readonly memberSince?: number;
  readonly scopes: readonly string[];
  /** Plan of the workspace; empty for the system. */
  readonly plan: string;
  /** Default currency of the workspace, ISO 4217. */
  readonly currency: string;
  /** Country of the workspace, ISO 3166-1 alpha-2 in capitals. Empty when the workspace has none. */
  readonly country: string;
  /** Time zone that decides the workspace's days, as a name in the IANA database. */
  readonly timeZone: string;
  /** Numeric settings of the workspace that differ from their defaults, by name. Absent if none differs. */
  readonly settings?: Readonly<Record<string, number>>;
  readonly requestId: string;
  /** Trace and span that this call belongs to. Absent when no request or event caused it. */
  readonly traceparent?: string;
  /** Address of the client, for services that clients reach. It is stored in the journal and not passed on. */
  readonly address?: string;
  readonly deadline: Deadline;
}

/** Country and time zone for a workspace that has not chosen any, and for work that doesn't belong to one workspace. */
export const defaultPlace = { country: '', timeZone: 'UTC' } as const;

/** Name of the header (HTTP) and metadata key (gRPC) that carries the signed caller. */
export const callerHeader = 'x-plotline-caller';

/** The single call that a signed caller is valid for. */
export interface CallTarget {
  /** Name of the service that is called. */
  readonly service: string;
  /** HTTP method; `POST` for gRPC. */
  readonly method: string;
  /** Path and query as sent; for gRPC the full name of the RPC, such as `/plotline.team.v1.AgentsService/GetAgents`. */
  readonly path: string;
}

/** Largest accepted difference between the clocks of signer and verifier. The deadline allows `clockSkewMs`. */
export const signatureSkewMs = 30_000;

/**
 * Signed content. Contains the time left instead of the deadline, because a deadline would depend on the signer's
 * clock.
 */
interface CallClaims {
  /** Time of the signature on the signer's clock, in milliseconds since the epoch. */
  readonly issuedAt: number;
  /** Milliseconds from `issuedAt` to the deadline. */
  readonly timeLeftMs: number;
}

interface CallerClaims extends CallClaims, Omit<Caller, 'deadline'> {}

/** A call with a verified signature. */
export interface VerifiedCall {
  /** Name of the program that signed it. */
  readonly program: string;
  /** Null when the program calls on nobody's behalf. */
  readonly caller: Caller | null;
}

/**
 * Binds the signature to the target. The text doesn't contain the target, because the verifier knows which call it
 * received.
 */
function bindTo({ service, method, path }: CallTarget): BindPayload {
  return (payload) => `${payload}\n${service}\n${method}\n${path}`;
}

/** Signs a caller, as JSON, for one call that is made immediately. */
export function signCaller(caller: Caller, target: CallTarget, keys: CallerKeys): string {
  const { deadline, ...claims } = caller;
  return sign(claims, deadline, target, keys);
}

/** Signs a call that is made now on nobody's behalf. */
export function signCall(deadline: Deadline, target: CallTarget, keys: CallerKeys): string {
  return sign({}, deadline, target, keys);
}

function sign(claims: object, deadline: Deadline, target: CallTarget, keys: CallerKeys): string {
  const issuedAt = Date.now();
  const signed: CallClaims = { ...claims, issuedAt, timeLeftMs: deadline - issuedAt };
  return signText(JSON.stringify(signed), bindTo(target), keys.getSigningKeys(target.service));
}

/**
 * Returns the program that made a call, and the caller. Returns null if the text is missing or malformed, or was signed
 * for a different call or with an unknown key. Also returns null if it was signed more than 30 seconds in the future,
 * or if its deadline passed more than 30 seconds ago.
 *
 * The deadline is on this process's clock: now plus the time left. It is at most the signer's deadline plus the allowed
 * clock difference, because the call may have been delayed on its way. A caller whose deadline has just passed is still
 * returned, because the work itself checks deadlines.
 */
export function verifyCall(text: string | undefined, target: CallTarget, keys: CallerKeys): VerifiedCall | null {
  const signed = text === undefined ? null : openSignedText(text, bindTo(target), keys.accepted);
  if (text === undefined || signed === null) return null;
  // The signature guarantees the shape, because only programs can create it, with signCaller or signCall.
  const claims: CallClaims | CallerClaims = JSON.parse(signed);
  const now = Date.now();
  const isInTime =
    claims.issuedAt <= now + signatureSkewMs &&
    claims.issuedAt + Math.max(claims.timeLeftMs, 0) >= now - signatureSkewMs;
  if (!isInTime) return null;
  const caller = 'workspaceId' in claims ? toCaller(claims, now) : null;
  return { program: keys.getSigner(readKeyId(text)), caller };
}

/**
 * Picks the fields that this release knows. A new field needs a default here, because the previous release doesn't sign
 * it.
 */
function toCaller(claims: CallerClaims, now: number): Caller {
  const { workspaceId, mode, actor, credentialId, memberSince, scopes, plan, currency } = claims;
  const { country, timeZone, settings, requestId, traceparent } = { ...defaultPlace, ...claims };
  return {
    workspaceId,
    mode,
    actor,
    ...(credentialId !== undefined && { credentialId }),
    ...(memberSince !== undefined && { memberSince }),
    scopes,
    plan,
    currency,
    country,
    timeZone,
    ...(settings !== undefined && { settings }),
    requestId,
    ...(traceparent !== undefined && { traceparent }),
    deadline: Math.min(now, claims.issuedAt + clockSkewMs) + claims.timeLeftMs,
  };
}

/** Options of background work. */
interface SystemCallerOptions {
  /** Milliseconds until the deadline; 20 seconds by default. */
  readonly budgetMs?: number;
  /** Trace of the cause, such as an event. Work without a cause gets its own trace, which is not recorded. */
  readonly traceparent?: string | undefined;
}

/** Creates a caller for background work in one workspace, such as repairs and event handlers. */
export function createSystemCaller(
  tenant: Tenant,
  name: string,
  requestId: string,
  { budgetMs = backgroundBudgetMs, traceparent = newTraceparent() }: SystemCallerOptions = {},
): Caller {
  return {
    workspaceId: tenant.workspaceId,
    mode: tenant.mode,
    actor: { type: 'system', id: name, name },
    scopes: ['admin'],
    plan: '',
    currency: 'USD',
    ...defaultPlace,
    requestId,
    traceparent,
    deadline: Date.now() + budgetMs,
  };
}
