import type { Answer } from '@plotline/kit/core/answer';
import type { Call, Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { assertMayCloseLead } from '../../leads/api/held-lead.js';
import { isActive, type Lead, type LossReason, type Stage } from '../../leads/model/lead.js';
import * as stage from '../../leads/model/stage.js';
import type { Remark } from '../../leads/store/lead-entries.js';
import type { LostLead } from '../../peers/holds.js';
import { changeLead } from '../work/change-lead.js';
import { endHolds, findLoss } from '../work/end-holds.js';

/** Optional texts of a move. Null counts as absent. */
interface RemarkBody {
  readonly reason?: string | null;
  readonly notes?: string | null;
}

function toRemark({ reason, notes }: RemarkBody): Remark {
  return { ...(typeof reason === 'string' && { reason }), ...(typeof notes === 'string' && { notes }) };
}

interface MoveBody extends RemarkBody {
  readonly stage: Stage;
}

/** Applies `change` to the lead and adds the remark to its timeline. */
async function changeWithRemark(
  context: Context,
  call: Call<RemarkBody>,
  change: (before: Lead, now: Date) => Lead,
): Promise<Answer> {
  const { leads } = context;
  const id = call.path('id');
  const remark = toRemark(call.body);
  let isChanged = true;
  let loss: LostLead | null = null;
  const decide = (before: Lead, now: Date) => {
    const record = change(before, now);
    const entries = leads.describeChange(before, record, remark);
    isChanged = entries.length > 0;
    loss = findLoss(before, record);
    return { record, entries };
  };
  const answer = await changeLead(context, call, { id, decide });
  await endHolds(context, call.caller, loss);
  // If the lead is already in the stage, the lead doesn't change, but the notes are stored.
  const content = isChanged ? '' : (remark.notes ?? '');
  if (content.trim() !== '') {
    const note = { content, type: 'note' };
    await leads.addNote(call, id, { note, change: (lead) => lead, toAnswer: () => answer });
  }
  return answer;
}

/** POST /v1/leads/:id/stage */
export function moveLead(context: Context): Handler<MoveBody> {
  return async (call) => {
    if (!isActive(call.body.stage)) await assertMayCloseLead(context, call.caller, call.path('id'));
    return changeWithRemark(context, call, (before, now) =>
      stage.moveLead(before, call.body.stage, call.body.reason ?? undefined, now),
    );
  };
}

interface LossBody extends RemarkBody {
  readonly reason: LossReason;
}

/** POST /v1/leads/:id/lost */
export function loseLead(context: Context): Handler<LossBody> {
  return async (call) => {
    await assertMayCloseLead(context, call.caller, call.path('id'));
    return changeWithRemark(context, call, (before, now) => stage.loseLead(before, call.body.reason, now));
  };
}
