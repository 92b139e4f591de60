import { createHmac, timingSafeEqual } from 'node:crypto';
import { backgroundBudgetMs, type Deadline } from './deadline.js';

/** Which of a service's two databases a request works on; decided by the host that was asked. */
export type Mode = 'live' | 'sandbox';

/** Where a record lives. Every query carries one. */
export interface Tenant {
  readonly workspaceId: string;
  readonly mode: Mode;
}

/** Who acts: an API key for the workspace, a person, or the system itself when it completes what was begun. */
export interface Actor {
  readonly type: 'key' | 'user' | 'system';
  readonly id: string;
  readonly name: string;
  /** The acting person's role; absent for keys and the system. */
  readonly role?: string;
  /** The acting person's agent id, where there is one. */
  readonly agentId?: string;
}

/** Everything that a service knows about the caller; the gateway decides it, services believe the signature. */
export interface Caller extends Tenant {
  readonly actor: Actor;
  readonly scopes: readonly string[];
  /** The workspace's default currency, ISO 4217. */
  readonly currency: string;
  readonly requestId: string;
  readonly traceparent?: string;
  readonly deadline: Deadline;
}

/** Name of the header (HTTP) and metadata key (gRPC) that carries the signed caller. */
export const callerHeader = 'x-plotline-caller';

function signature(payload: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(payload).digest();
}

/** The caller as `<base64url JSON>.<base64url HMAC-SHA-256>`. It holds until the caller's deadline. */
export function signCaller(caller: Caller, secret: string): string {
  const payload = Buffer.from(JSON.stringify(caller)).toString('base64url');
  return `${payload}.${signature(payload, secret).toString('base64url')}`;
}

/** The caller, or null when the text is missing, malformed or not signed with the secret. */
export function verifyCaller(text: string | undefined, secret: string): Caller | null {
  if (text === undefined) return null;
  const dot = text.indexOf('.');
  if (dot < 1) return null;
  const payload = text.slice(0, dot);
  const given = Buffer.from(text.slice(dot + 1), 'base64url');
  const expected = signature(payload, secret);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  // The signature vouches for the shape: only holders of the secret write this, through signCaller.
  const caller: Caller = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
  return caller;
}

/** A caller for work that the system does on its own account in one workspace, such as repairs and event handlers. */
export function createSystemCaller(
  tenant: Tenant,
  name: string,
  requestId: string,
  budgetMs = backgroundBudgetMs,
): Caller {
  return {
    workspaceId: tenant.workspaceId,
    mode: tenant.mode,
    actor: { type: 'system', id: name, name },
    scopes: ['admin'],
    currency: 'USD',
    requestId,
    deadline: Date.now() + budgetMs,
  };
}
