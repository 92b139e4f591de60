import type { Notice } from './notice.js';

function getText(data: object, name: string): string | null {
  const value: unknown = Reflect.get(data, name);
  return typeof value === 'string' ? value : null;
}

/** Returns the path of the dashboard page about a notice, relative to the workspace's address. */
export function toPagePath({ type, subject, data }: Pick<Notice, 'type' | 'subject' | 'data'>): string {
  const leadId = subject.type === 'lead' ? subject.id : getText(data, 'lead_id');
  if (leadId !== null) return `pipeline/${leadId}`;
  if (type === 'task.due') return 'tasks';
  if (type === 'invoice.overdue') return 'deals/invoices';
  if (subject.type === 'unit') return `properties/${getText(data, 'property_id') ?? ''}`.replace(/\/$/, '');
  if (subject.type === 'connection') return 'integrations';
  if (subject.type === 'import') return `transfers/imports/${subject.id}`;
  if (subject.type === 'export') return 'transfers/exports';
  return type.startsWith('resend.') ? 'developers/webhooks' : 'pipeline';
}
