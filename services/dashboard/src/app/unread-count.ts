/** The API counts no further. */
const maxCount = 100;

/** The number beside the bell. */
export function shortenCount(count: number): string {
  return count >= maxCount ? '99+' : String(count);
}

/** What the bell is called: what it shows to those who see it. */
export function nameUnread(count: number): string {
  if (count === 0) return 'Notifications';
  return `Notifications, ${count >= maxCount ? `${maxCount} or more` : count} unread`;
}
