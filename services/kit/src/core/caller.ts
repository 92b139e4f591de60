import type { CallerKeys } from './caller-keys.js';
import { backgroundBudgetMs, clockSkewMs, type Deadline } from './deadline.js';

import { type BindPayload, openSignedText, readKeyId, signText } from './signed-text.js';
import { newTraceparent } from './traceparent.js';

/** Which of a service's two databases a request works on; decided by the host that was asked. */
export type Mode = 'live' | 'sandbox';

/** The workspace and the mode that a record belongs to. Every query has one. */
export interface Tenant {
  readonly workspaceId: string;
  readonly mode: Mode;
}

/** Id in place of a workspace's: all workspaces. */
export const everyWorkspace = '*';

/** Who acts: an API key of the workspace, a person, or the system in background work. */
export interface Actor {
  readonly type: 'key' | 'user' | 'system';
  readonly id: string;
  readonly name: string;
  /** The acting person's role; absent for keys and the system. */
  readonly role?: string;
  /** The acting person's agent id, where there is one. */
  readonly agentId?: string;
}

/** On whose behalf a request is made. The gateway decides it; whoever calls signs it, and services verify the signature. */
export interface Caller extends Tenant {
  readonly actor: Actor;
  /** Of the key, session or grant by which the actor acts. Absent for the system. */
  readonly credentialId?: string;
  /**
   * When the acting person became active in the workspace, for the last time, in milliseconds since the epoch. Absent for keys and the
   * system.
   */
  readonly memberSince?: number;
  readonly scopes: readonly string[];
  /** The workspace's plan; empty for the system. */
  readonly plan: string;
  /** The workspace's default currency, ISO 4217. */
  readonly currency: string;
  readonly requestId: string;
  /** Its trace, and the span that this call is a part of. Absent for a caller that no request and no event caused. */
  readonly traceparent?: string;
  /** The client's address, for a service that clients reach; it is kept in the journal, and not passed on. */
  readonly address?: string;
  readonly deadline: Deadline;
}

/** Name of the header (HTTP) and metadata key (gRPC) that carries the signed caller. */
export const callerHeader = 'x-plotline-caller';

/** The one call that a signed caller is good for. */
export interface CallTarget {
  /** Name of the service that is called. */
  readonly service: string;
  /** HTTP method; `POST` for gRPC. */
  readonly method: string;
  /** Path and query as sent; for gRPC the full name of the RPC, such as `/plotline.team.v1.AgentsService/GetAgents`. */
  readonly path: string;
}

/** By how much the clocks of signer and verifier may differ for a signature to be accepted; the deadline allows `clockSkewMs`. */
export const signatureSkewMs = 30_000;

/** What is sent: no deadline, which only the signer's clock could tell, but the time that is left. */
interface CallClaims {
  /** By the signer's clock, in milliseconds since the epoch. */
  readonly issuedAt: number;
  /** Milliseconds from then to the deadline. */
  readonly timeLeftMs: number;
}

interface CallerClaims extends CallClaims, Omit<Caller, 'deadline'> {}

/** A call whose signature was verified. */
export interface VerifiedCall {
  /** Name of the program that signed it. */
  readonly program: string;
  /** Null when the program calls on nobody's behalf. */
  readonly caller: Caller | null;
}

/** The signature covers the target without carrying it: the verifier knows which call it received. */
function bindTo({ service, method, path }: CallTarget): BindPayload {
  return (payload) => `${payload}\n${service}\n${method}\n${path}`;
}

/** The caller as signed JSON, for one call that is made now. */
export function signCaller(caller: Caller, target: CallTarget, keys: CallerKeys): string {
  const { deadline, ...claims } = caller;
  return sign(claims, deadline, target, keys);
}

/** Signs a call that is made now on nobody's behalf: by the program alone. */
export function signCall(deadline: Deadline, target: CallTarget, keys: CallerKeys): string {
  return sign({}, deadline, target, keys);
}

function sign(claims: object, deadline: Deadline, target: CallTarget, keys: CallerKeys): string {
  const issuedAt = Date.now();
  const signed: CallClaims = { ...claims, issuedAt, timeLeftMs: deadline - issuedAt };
  return signText(JSON.stringify(signed), bindTo(target), keys.getSigningKeys(target.service));
}

/**
 * Who made a call, and on whose behalf, with a deadline by the clock of this process: not after the time that was left, counted from now, nor after the signer's own
 * deadline by more than the difference of clocks, as the call may have waited on its way. Null when the text is missing or malformed, was not signed with one of
 * the keys for this call, was signed over 30 seconds in the future, or its deadline passed over 30 seconds ago. A caller whose
 * deadline passed lately is returned: the work checks deadlines.
 */
export function verifyCall(text: string | undefined, target: CallTarget, keys: CallerKeys): VerifiedCall | null {
  const signed = text === undefined ? null : openSignedText(text, bindTo(target), keys.accepted);
  if (text === undefined || signed === null) return null;
  // The signature guarantees the shape: only programs can write it, and they do so through signCaller and signCall.
  const claims: CallClaims | CallerClaims = JSON.parse(signed);
  const now = Date.now();
  const isInTime =
    claims.issuedAt <= now + signatureSkewMs &&
    claims.issuedAt + Math.max(claims.timeLeftMs, 0) >= now - signatureSkewMs;
  if (!isInTime) return null;
  const caller = 'workspaceId' in claims ? toCaller(claims, now) : null;
  return { program: keys.getSigner(readKeyId(text)), caller };
}

/** Picks the fields that this version knows. A new field needs a default here: the version before does not sign it. */
function toCaller(claims: CallerClaims, now: number): Caller {
  const { workspaceId, mode, actor, credentialId, memberSince, scopes, plan, currency } = claims;
  const { requestId, traceparent } = claims;
  return {
    workspaceId,
    mode,
    actor,
    ...(credentialId !== undefined && { credentialId }),
    ...(memberSince !== undefined && { memberSince }),
    scopes,
    plan,
    currency,
    requestId,
    ...(traceparent !== undefined && { traceparent }),
    deadline: Math.min(now, claims.issuedAt + clockSkewMs) + claims.timeLeftMs,
  };
}

/** What caused background work, beside the request. */
interface SystemCallerOptions {
  /** Time until the deadline; 20 seconds by default. */
  readonly budgetMs?: number;
  /** Of what caused the work, such as an event. Without it the work has a trace of its own, which is not recorded. */
  readonly traceparent?: string | undefined;
}

/** A caller for background work in one workspace, such as repairs and event handlers. */
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
    requestId,
    traceparent,
    deadline: Date.now() + budgetMs,
  };
}
