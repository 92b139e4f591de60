import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../../gen/api.js';
import { readBody } from '../../api/client.js';
import type { Tenant } from '../../api/workspace.js';

export type NotificationPreferences = components['schemas']['NotificationPreferences'];
export type NotificationKind = keyof NotificationPreferences;
export type NotificationChoice = NotificationPreferences[NotificationKind];

interface KindText {
  readonly kind: NotificationKind;
  readonly label: string;
  readonly description: string;
}

/** The kinds of notifications, most urgent first. */
export const notificationKinds: readonly KindText[] = [
  { kind: 'lead_assigned', label: 'A lead is assigned to you', description: 'Several leads share a notification.' },
  { kind: 'task_due', label: 'A task of yours is due', description: 'At the time that the task is due.' },
  { kind: 'hold_expiring', label: 'A hold of yours expires soon', description: 'A day before its end.' },
  {
    kind: 'invoice_overdue',
    label: 'An invoice of a lead of yours is overdue',
    description: 'On the day after it was due.',
  },
  { kind: 'unit_sold', label: 'A unit of yours is sold', description: 'When someone else sells it.' },
  {
    kind: 'job_finished',
    label: 'Your import or export ends',
    description: 'Also when you undo an import or resend the deliveries of a webhook.',
  },
];

export const notificationChoices: readonly { readonly value: NotificationChoice; readonly label: string }[] = [
  { value: 'mail', label: 'Email and bell' },
  { value: 'bell', label: 'Bell only' },
  { value: 'off', label: 'Off' },
];

export function isNotificationChoice(value: string): value is NotificationChoice {
  return notificationChoices.some((choice) => choice.value === value);
}

/** Reads the person's notification preferences in the workspace. */
export function preferencesQuery({ api, key }: Tenant) {
  return queryOptions({
    queryKey: [...key, 'notification-preferences'],
    queryFn: async () => (await readBody(api.GET('/v1/notifications/preferences'))).data,
  });
}
