import { Counter, type Registry } from 'prom-client';
import type { Outcome } from '../../deliveries/model/attempt.js';
import type { SendRequest } from '../model/request.js';

/** Returns `2xx` to `5xx`, or `none` without a complete response. */
function toLabel({ attempt: { response_code: code } }: Outcome): string {
  return code === null ? 'none' : `${Math.floor(code / 100)}xx`;
}

/** Counts the attempts of this process by class of response. */
export function countAttempts(
  noun: 'webhook' | 'integration',
  sendRequest: SendRequest,
  registry: Registry,
): SendRequest {
  const attempts = new Counter({
    name: `plotline_${noun}_attempts_total`,
    help: 'Requests to receivers by class of the answer; `none` if there was no complete answer.',
    labelNames: ['answer'],
    registers: [registry],
  });
  return async (request, signal) => {
    const outcome = await sendRequest(request, signal);
    attempts.inc({ answer: toLabel(outcome) });
    return outcome;
  };
}
