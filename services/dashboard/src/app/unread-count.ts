/** Highest number that the API counts to. */
const maxCount = 100;

/** Returns the number beside the bell. */
export function shortenCount(count: number): string {
  return count >= maxCount ? '99+' : String(count);
}

/** Returns the bell's accessible name. */
export function describeUnread(count: number): string {
  if (count === 0) return 'Notifications';
  return `Notifications, ${count >= maxCount ? `${maxCount} or more` : count} unread`;
}
