import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { Counter } from 'prom-client';
import type { ProviderName } from '../../vendors/model/provider.js';
import type { Outcome } from './decide-outcome.js';

/** Counts an attempt to send a record, by outcome. */
export type OutboundCounter = (provider: ProviderName, outcome: Outcome['kind']) => void;

export function createOutboundCounter({ metrics }: Pick<ServiceRuntime, 'metrics'>): OutboundCounter {
  const attempts = new Counter({
    name: 'plotline_connect_outbound_attempts_total',
    help: 'Attempts to send records to vendors by outcome.',
    labelNames: ['provider', 'outcome'],
    registers: [metrics.registry],
  });
  return (provider, outcome) => attempts.inc({ provider, outcome });
}
