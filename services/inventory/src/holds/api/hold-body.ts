import type { Caller } from '@plotline/kit/core/caller';
import { Problem, type ProblemDetail } from '@plotline/kit/core/errors';
import type { Context } from '../../context.js';
import { type Deposit, maxHoldMs } from '../model/hold.js';

/** End of a hold, as in a request body: a time, or seconds from now. Null counts as absent. */
export interface EndBody {
  readonly expires_at?: string | null;
  readonly expires_in?: number | null;
}

/** Deposit, as in a request body. */
export interface DepositBody {
  readonly amount: number;
  readonly currency: string;
  readonly due_at?: string | null;
}

const invalidTime = (field: string): ProblemDetail => ({ field, message: 'must be a valid date-time' });

/** Parses a time in the contract's format. Returns an invalid date for a time that doesn't exist. */
function parseTime(text: string | null | undefined): Date | null {
  return typeof text === 'string' ? new Date(text) : null;
}

const isMissing = (time: Date | null) => time !== null && Number.isNaN(time.getTime());

/** Returns the requested end, or null if the body has none. */
export function readEnd({ expires_at, expires_in }: EndBody, now: Date): Date | null {
  const time = parseTime(expires_at);
  if (time) return time;
  return typeof expires_in === 'number' ? new Date(now.getTime() + expires_in * 1_000) : null;
}

/** Returns the name of the field that contains the end. */
export function getEndField({ expires_at }: EndBody): 'expires_at' | 'expires_in' {
  return typeof expires_at === 'string' ? 'expires_at' : 'expires_in';
}

/**
 * Finds the errors in a requested end that the contract can't find: both fields are set, or the end is in the past or
 * too far away.
 */
export function findEndFaults(body: EndBody, now: Date): ProblemDetail[] {
  const end = readEnd(body, now);
  if (!end) return [];
  if (typeof body.expires_at === 'string' && typeof body.expires_in === 'number') {
    const message = 'must not be sent together with the other one';
    return [
      { field: 'expires_at', message },
      { field: 'expires_in', message },
    ];
  }
  const field = getEndField(body);
  if (isMissing(end)) return [invalidTime(field)];
  if (end <= now) return [{ field, message: 'must be in the future' }];
  const isTooFar = end.getTime() > now.getTime() + maxHoldMs;
  return isTooFar ? [{ field, message: 'must be at most 365 days from now' }] : [];
}

/** Returns an error if a deposit's due time doesn't exist. */
export function findDueFaults(deposit: Pick<DepositBody, 'due_at'> | null | undefined): ProblemDetail[] {
  return isMissing(parseTime(deposit?.due_at)) ? [invalidTime('deposit.due_at')] : [];
}

/** Returns the agreed deposit in a request body. */
export function readDeposit(
  deposit: DepositBody | null | undefined,
): Pick<Deposit, 'amount' | 'currency' | 'due_at'> | null {
  if (!deposit) return null;
  return { amount: deposit.amount, currency: deposit.currency, due_at: parseTime(deposit.due_at) };
}

/** Returns an error if the agent doesn't exist or is deactivated. */
export async function findAgentFaults(
  { agents }: Pick<Context, 'agents'>,
  caller: Caller,
  id: string | null | undefined,
): Promise<ProblemDetail[]> {
  if (typeof id !== 'string') return [];
  const [agent] = await agents.getAgents(caller, [id]);
  if (!agent) return [{ field: 'agent_id', message: 'must be the id of an agent of this workspace' }];
  return agent.status === 'inactive' ? [{ field: 'agent_id', message: 'must not be a deactivated agent' }] : [];
}

/** Throws FORBIDDEN when a person with the `agent` role assigns the hold to a different agent. */
export function assertNamesSelf({ actor }: Caller, agentId: string | null | undefined): void {
  const { type, role, agentId: own } = actor;
  if (type !== 'user' || role !== 'agent' || typeof agentId !== 'string' || agentId === own) return;
  const message = 'Agents can only choose themselves as the agent of a hold. Owners and admins can choose others.';
  throw new Problem('FORBIDDEN', message, { reason: 'role_not_allowed', data: { roles: ['owner', 'admin'] } });
}
