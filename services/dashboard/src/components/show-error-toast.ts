import { notifications } from '@mantine/notifications';
import { toWords } from '../api/problem.js';

/** Creates an error handler that shows a toast. The title names the failed action: `The lead wasn't moved`. */
export function showErrorToast(title: string): (error: unknown) => void {
  return (error) => void notifications.show({ color: 'red', title, message: toWords(error), autoClose: 10_000 });
}
