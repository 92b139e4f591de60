/**
 * Script that keeps pages from following changes of others by a stream. They poll instead, so that their network
 * becomes idle.
 */
export const withoutChanges = 'delete globalThis.EventSource';
