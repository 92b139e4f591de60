/** Script for pages that shall not follow changes of others: they poll, and their network becomes idle. */
export const withoutChanges = 'delete globalThis.EventSource';
