import { notifications } from '@mantine/notifications';
import { describeError } from '../../api/problem.js';

/** Shows a toast after a change. */
export function showToast(message: string): void {
  notifications.show({ message });
}

/** Creates an error handler that shows a toast. The title names the failed action: `The lead wasn't moved`. */
export function showErrorToast(title: string): (error: unknown) => void {
  return (error) => void notifications.show({ color: 'red', title, message: describeError(error), autoClose: 10_000 });
}
