import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { Counter } from 'prom-client';
import type { ProviderName } from '../../vendors/model/provider.js';

/** Counts a request to a hook by its outcome: `accepted`, `repeated`, or the reason of the refusal. */
export type HookCounter = (provider: ProviderName, outcome: string) => void;

export function createHookCounter({ metrics }: Pick<ServiceRuntime, 'metrics'>): HookCounter {
  const requests = new Counter({
    name: 'plotline_connect_hook_requests_total',
    help: 'Requests to hooks of known connections by outcome.',
    labelNames: ['provider', 'outcome'],
    registers: [metrics.registry],
  });
  return (provider, outcome) => requests.inc({ provider, outcome });
}
