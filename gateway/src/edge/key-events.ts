import type { Consumer } from '@plotline/kit/broker/consume';
import { parseEnvelope, readText } from '@plotline/kit/broker/event-envelope';
import type { Logger } from '@plotline/kit/process/log';
import type { KeyCache } from './key-cache.js';

/** Drops revoked keys from the cache at once. A hint: what is missed is caught by the age that an answer may reach. */
export function createKeyConsumer(keys: KeyCache, log: Logger): Consumer {
  return {
    queue: 'gateway.keys',
    bindings: ['key.revoked'],
    prefetch: 100,
    transient: true,
    handle: async ({ id, payload }) => {
      try {
        keys.forget(readText(parseEnvelope(payload).data, 'id'));
      } catch (error) {
        log.warn({ event: id, err: error }, 'a revocation names no key');
      }
    },
  };
}
