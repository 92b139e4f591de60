import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { describeError } from '../../api/problem.js';

/** Shows a toast after a change, for `shownMs` or a few seconds. Returns the toast's id. */
export function showToast(message: ReactNode, shownMs?: number): string {
  return notifications.show({ message, ...(shownMs !== undefined && { autoClose: shownMs }) });
}

export function hideToast(id: string): void {
  notifications.hide(id);
}

/**
 * Creates an error handler that shows a toast. The title describes the failed action, such as `The lead wasn't moved`.
 */
export function showErrorToast(title: string): (error: unknown) => void {
  return (error) => void notifications.show({ color: 'red', title, message: describeError(error), autoClose: 10_000 });
}
