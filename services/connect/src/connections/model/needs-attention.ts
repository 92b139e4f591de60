import type { Connection, ConnectionError } from './connection.js';

/** Creates the internal event for which auth emails the owners and webhook creates a notice. It contains no secret. */
export function toNeedsAttentionEvent({ id, name, provider }: Connection, { at, code, message }: ConnectionError) {
  return { name: 'connection.needs_attention', data: { connection_id: id, name, provider, at, code, message } };
}
