import { connectionScope, type Notice } from './notice.js';

/** Connection whose vendor has refused the credentials. */
export interface RefusedConnection {
  readonly eventId: string;
  readonly connectionId: string;
  readonly name: string;
  readonly provider: string;
  /** Reason as a sentence, without secrets or personal data. */
  readonly message: string;
}

/**
 * Creates the notice for everybody who manages connections. Auth emails the owners about the connection, so the notice
 * is not emailed.
 */
export function reportConnection(connection: RefusedConnection, now: Date): Notice {
  const { eventId, connectionId, name, provider, message } = connection;
  return {
    // The id comes from the event, so that no second notice is stored if the event is consumed again.
    id: eventId.replace(/^evt_/, 'ntf_'),
    version: 1,
    type: 'connection.needs_attention',
    message: `The connection “${name}” needs attention. ${message}`,
    subject: { type: 'connection', id: connectionId },
    data: { provider },
    recipient: null,
    scope: connectionScope,
    created_at: now,
    updated_at: now,
  };
}
