import type { Consumer } from '@plotline/kit/broker/consume';
import { parseEnvelope, readText } from '@plotline/kit/broker/message';
import type { Logger } from '@plotline/kit/telemetry/log';
import { toLogFields } from '@plotline/kit/telemetry/log';
import type { CredentialCache } from './credential-cache.js';

/** Something that depends on valid credentials. */
export type CredentialUser = Pick<CredentialCache, 'revoke' | 'refresh'>;

/**
 * Creates the consumer of internal events about ended credentials, changed permissions, and changed settings of a
 * workspace. If an event is lost, the next check of the credential finds the change.
 */
export function createRevocationConsumer(users: readonly CredentialUser[], log: Logger): Consumer {
  const refresh = (id: string) => {
    for (const user of users) user.refresh(id);
  };
  const revoke = (id: string) => {
    for (const user of users) user.revoke(id);
  };
  return {
    queue: 'gateway.credentials',
    bindings: ['key.revoked', 'session.ended', 'grant.revoked', 'agent.access_changed', 'workspace.updated'],
    prefetch: 100,
    transient: true,
    handle: async (event) => {
      const { id, name, payload } = event;
      try {
        const { data } = parseEnvelope(payload);
        if (name === 'agent.access_changed') refresh(readText(data, 'agent_id'));
        else if (name === 'workspace.updated') refresh(readText(data, 'id'));
        else revoke(readText(data, 'id'));
      } catch (error) {
        log.warn(
          { event_id: id, event: name, err: error, ...toLogFields(event) },
          'event about a credential without its id',
        );
      }
    },
  };
}
