/**
 * Script that keeps pages from following other people's changes through a stream. The pages poll instead, so that their
 * network becomes idle.
 */
export const withoutChanges = 'delete globalThis.EventSource';
