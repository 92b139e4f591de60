import { ok } from '@plotline/kit/core/answer';
import type { Caller } from '@plotline/kit/core/caller';
import { Problem } from '@plotline/kit/core/errors';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { defaultPreferences, type NoticePreferences } from '../model/notice-kind.js';
import { changeChoices, type NoticePerson, type PersonPreferences } from '../model/person-preferences.js';

/** Throws FORBIDDEN for an API key, which has neither a list of notices on screen nor an email address. */
function toPerson({ actor }: Pick<Caller, 'actor'>): NoticePerson {
  if (actor.type !== 'user') throw new Problem('FORBIDDEN', 'Only people have notification preferences. Sign in.');
  return { personId: actor.id, agentId: actor.agentId ?? null };
}

function answer({ choices }: PersonPreferences) {
  return ok({ ...defaultPreferences, ...choices });
}

/** GET /v1/notifications/preferences */
export function getNotificationPreferences({ noticePreferences, clock }: Context): Handler {
  return async ({ caller }) => answer(await noticePreferences.get(caller, toPerson(caller), clock()));
}

/** PUT /v1/notifications/preferences */
export function updateNotificationPreferences({
  noticePreferences,
  clock,
}: Context): Handler<Partial<NoticePreferences>> {
  return async ({ caller, body }) => {
    const now = clock();
    const { lead_assigned, task_due, hold_expiring, invoice_overdue, unit_sold, job_finished } = body;
    const changed = await noticePreferences.change(caller, toPerson(caller), now, (before) => {
      const { choices } = before;
      const chosen = {
        lead_assigned: lead_assigned ?? choices.lead_assigned,
        task_due: task_due ?? choices.task_due,
        hold_expiring: hold_expiring ?? choices.hold_expiring,
        invoice_overdue: invoice_overdue ?? choices.invoice_overdue,
        unit_sold: unit_sold ?? choices.unit_sold,
        job_finished: job_finished ?? choices.job_finished,
      };
      return changeChoices(before, chosen, now);
    });
    return answer(changed);
  };
}
