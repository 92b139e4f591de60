import type { Answer } from '@plotline/kit/core/answer';
import type { Caller } from '@plotline/kit/core/caller';
import { invalid, type ProblemDetail } from '@plotline/kit/core/errors';
import type { Command } from '@plotline/kit/store/idempotency/command';
import { isDuplicateKey } from '@plotline/kit/store/indexes';
import { retryOnConflict, VersionConflict } from '@plotline/kit/store/records/guarded-update';
import { withLock } from '@plotline/kit/store/transactions/process-lock';
import type { TransactionSession } from '@plotline/kit/store/transactions/transaction';
import type { Context } from '../../context.js';
import type { LeadReference } from '../../peers/lead-directory.js';
import { type Hold, maxActiveOfAgent } from '../model/hold.js';
import { expireDue } from '../model/holding.js';
import { type HoldRequest, holdUnit } from '../model/new-hold.js';
import { lockLead } from './hold-leads.js';

export const unknownUnit: ProblemDetail = { field: 'unit_id', message: 'must be the id of a unit of this workspace' };
export const unknownLead: ProblemDetail = { field: 'lead_id', message: 'must be the id of a lead of this workspace' };

export type AddContext = Pick<Context, 'leads' | 'holds' | 'holdBook' | 'holdGuards' | 'runtime'>;

/** Returns whether the decision may succeed when it is retried. */
export const isHoldConflict = (error: unknown) => error instanceof VersionConflict || isDuplicateKey(error);

/**
 * Counts the active holds of an agent, up to the maximum. Prevents other transactions from adding active holds for the
 * agent until this transaction has committed.
 */
export async function countOfAgent(
  { holds, holdGuards }: Pick<Context, 'holds' | 'holdGuards'>,
  caller: Caller,
  agentId: string | null,
  now: Date,
  session: TransactionSession,
): Promise<number> {
  if (agentId === null) return 0;
  await holdGuards.lock(caller, agentId, now, session);
  return holds.countActiveOfAgent(caller, agentId, now, maxActiveOfAgent, session);
}

/** Request for a hold on a unit. */
export interface AddRequest {
  readonly unitId: string;
  /** Reads the lead. Called again if the lead's holds were ended in the meantime. */
  readonly readLead: () => Promise<LeadReference>;
  readonly toRequest: (lead: LeadReference) => HoldRequest;
  readonly toAnswer: (hold: Hold, isNew: boolean) => Answer;
}

/**
 * Creates a hold on a unit for a lead, or adds the lead to the queue, in one transaction with the unit. Rejects with
 * VALIDATION_ERROR if the unit no longer exists, and with CONFLICT.
 */
export function addHold(context: AddContext, command: Command, request: AddRequest): Promise<Answer> {
  const { holdBook, runtime } = context;
  const { caller } = command;
  const { unitId, readLead, toRequest, toAnswer } = request;
  const attempt = async () => {
    const lead = await readLead();
    const { answer } = await runtime.journal.commit(command, async (session, time) => {
      const before = (await holdBook.load(caller, [unitId], session)).get(unitId);
      if (!before) throw invalid(unknownUnit);
      const now = time.after(before.unit, ...before.open);
      const wanted = toRequest(lead);
      const current = expireDue(before, now);
      const ofAgent = await countOfAgent(context, caller, wanted.terms.agent_id, now, session);
      const { holding, hold, isNew } = holdUnit(current, wanted, ofAgent, now);
      if (isNew) {
        await lockLead(context, caller, lead, now, session);
        // The units of a deleted property are removed later.
        if (!(await holdBook.lockProperty(caller, before.unit.property_id, session))) throw invalid(unknownUnit);
      }
      const { entries } = await holdBook.save(caller, [{ before, after: holding }], time, session);
      return { entries, answer: toAnswer(hold, isNew) };
    });
    return answer;
  };
  return withLock(unitId, () => retryOnConflict(attempt, { isConflict: isHoldConflict }));
}
