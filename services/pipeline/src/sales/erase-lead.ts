import { notFound } from '@plotline/kit/errors';
import { type Answer, noContent } from '@plotline/kit/http/answer';
import type { Command } from '@plotline/kit/idempotency/command';
import type { Context } from '../context.js';
import type { Lead } from '../domain/lead.js';
import { describeErasure } from '../store/lead-entries.js';

/**
 * Deletes a lead with its timeline, unless `assert` throws. Its cancelled deals stay, without what was written about the person.
 * Rejects with NOT_FOUND.
 */
export async function eraseLead(
  { leads, deals, sales, runtime }: Pick<Context, 'leads' | 'deals' | 'sales' | 'runtime'>,
  command: Command,
  id: string,
  assert: (lead: Lead) => void,
): Promise<Answer> {
  const { caller } = command;
  const { answer } = await runtime.journal.commit(command, async (session, time) => {
    const lead = await leads.get(caller, id, session);
    if (!lead) throw notFound();
    const deletedAt = time.notBefore(lead);
    assert(lead);
    await leads.remove(caller, lead, session);
    await deals.removeNotes(caller, id, session);
    await sales.removeNotes(caller, id, session);
    await runtime.journal.erase(caller, id, session);
    return { entries: [describeErasure(lead, deletedAt)], answer: noContent() };
  });
  return answer;
}
