import type { Consumer } from '@plotline/kit/broker/consume';
import type { Logger } from '@plotline/kit/process/log';
import { isRecord } from '../contract/json.js';
import type { KeyCache } from './key-cache.js';

function keyIdFrom(payload: string): string | null {
  try {
    const event: unknown = JSON.parse(payload);
    const data = isRecord(event) ? event['data'] : undefined;
    const id = isRecord(data) ? data['id'] : undefined;
    return typeof id === 'string' ? id : null;
  } catch {
    return null;
  }
}

/** Drops revoked keys from the cache at once. A hint: what is missed is caught by the age that an answer may reach. */
export function createKeyConsumer(keys: KeyCache, log: Logger): Consumer {
  return {
    queue: 'gateway.keys',
    bindings: ['key.revoked'],
    prefetch: 100,
    transient: true,
    handle: async ({ id, payload }) => {
      const keyId = keyIdFrom(payload);
      if (keyId === null) log.warn({ event: id }, 'a revocation names no key');
      else keys.forget(keyId);
    },
  };
}
