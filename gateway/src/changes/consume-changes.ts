import type { Consumer } from '@plotline/kit/broker/consume';
import type { Logger } from '@plotline/kit/telemetry/log';
import { toLogFields } from '@plotline/kit/telemetry/log';
import type { ChangeFeed } from './change-feed.js';
import { readChanges } from './notice.js';

/** Creates the consumer of events about records that pages show. Each gateway gets all events. */
export function createChangeConsumer(changes: Pick<ChangeFeed, 'add'>, log: Logger): Consumer {
  return {
    queue: 'gateway.changes',
    bindings: [
      'lead.*',
      'task.*',
      'hold.*',
      'property.*',
      'milestone.*',
      'unit.*',
      'agent.*',
      'deal.*',
      'commission.*',
      'invoice.*',
      'instalment.*',
      'payment.*',
      'webhook.*',
      'integration.*',
      'job.*',
    ],
    prefetch: 500,
    transient: true,
    handle: async (event) => {
      try {
        for (const change of readChanges(event)) changes.add(change);
      } catch (error) {
        log.warn({ event_id: event.id, event: event.name, err: error, ...toLogFields(event) }, 'change unreadable');
      }
    },
  };
}
