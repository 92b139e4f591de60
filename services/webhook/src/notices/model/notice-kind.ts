import type { NoticeType } from './notice.js';

/** Kinds of notices. Each person chooses how to get them. */
export const noticeKinds = [
  'lead_assigned',
  'task_due',
  'hold_expiring',
  'invoice_overdue',
  'unit_sold',
  'job_finished',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** Ways to get notices: by email and in the list of notices, only in the list, or not at all. */
export const noticeChoices = ['mail', 'bell', 'off'] as const;
export type NoticeChoice = (typeof noticeChoices)[number];

export type NoticePreferences = Readonly<Record<NoticeKind, NoticeChoice>>;

/** Default choices. Only notices that need action soon are emailed. */
export const defaultPreferences: NoticePreferences = {
  lead_assigned: 'mail',
  task_due: 'mail',
  hold_expiring: 'bell',
  invoice_overdue: 'mail',
  unit_sold: 'bell',
  job_finished: 'bell',
};

const kindsOfTypes: Readonly<Partial<Record<NoticeType, NoticeKind>>> = {
  'lead.assigned': 'lead_assigned',
  'task.due': 'task_due',
  'hold.expiring': 'hold_expiring',
  'invoice.overdue': 'invoice_overdue',
  'unit.sold': 'unit_sold',
};

const jobTypes = /^(import|undo|export|resend)\./;

/**
 * Returns the kind of a notice. Returns null for a notice that nobody can turn off, such as the one about a disabled
 * webhook.
 */
function getNoticeKind(type: NoticeType): NoticeKind | null {
  return kindsOfTypes[type] ?? (jobTypes.test(type) ? 'job_finished' : null);
}

/** Returns the types of notices that a person has turned off. */
export function listHiddenTypes(types: readonly NoticeType[], preferences: NoticePreferences): readonly NoticeType[] {
  return types.filter((type) => {
    const kind = getNoticeKind(type);
    return kind !== null && preferences[kind] === 'off';
  });
}

/** Returns whether a person wants emails about notices of the type. */
export function isMailed(type: NoticeType, preferences: NoticePreferences): boolean {
  const kind = getNoticeKind(type);
  return kind !== null && preferences[kind] === 'mail';
}

/** Returns the preferences after an unsubscription. Kinds of notices that were emailed are then only listed. */
export function withoutMails(preferences: NoticePreferences): NoticePreferences {
  const { lead_assigned, task_due, hold_expiring, invoice_overdue, unit_sold, job_finished } = preferences;
  const lower = (choice: NoticeChoice): NoticeChoice => (choice === 'mail' ? 'bell' : choice);
  return {
    lead_assigned: lower(lead_assigned),
    task_due: lower(task_due),
    hold_expiring: lower(hold_expiring),
    invoice_overdue: lower(invoice_overdue),
    unit_sold: lower(unit_sold),
    job_finished: lower(job_finished),
  };
}
