import { notifications } from '@mantine/notifications';
import { toWords } from '../api/problem.js';

/** Tells why something that was shown as done is not; the title names it, such as `The lead was not moved`. */
export function tellRefusal(title: string): (error: unknown) => void {
  return (error) => void notifications.show({ color: 'red', title, message: toWords(error), autoClose: 10_000 });
}
