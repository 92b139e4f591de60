/**
 * Script that keeps pages from following the changes of others. They poll instead, so that their network becomes idle.
 */
export const withoutChanges = 'delete globalThis.EventSource';
