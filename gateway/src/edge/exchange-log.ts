import { Problem } from '@plotline/kit/errors';
import type { Logger } from '@plotline/kit/process/log';
import type { Metrics } from '@plotline/kit/process/metrics';
import type { Exchange } from './exchange.js';

/** What operators call a request whose client went away before the answer; never sent. */
const clientGone = 499;

export type ExchangeLog = (exchange: Exchange) => void;

/** Writes one log line and one metric when an exchange is over, however it ends. */
export function createExchangeLog(log: Logger, metrics: Metrics): ExchangeLog {
  // Looking for secrets by name costs more than all else that a request takes; these lines have fixed fields, none secret.
  const lines = log.child({}, { redact: [] });

  const report = (exchange: Exchange, started: number): void => {
    const { request, response, failure } = exchange;
    const milliseconds = performance.now() - started;
    const status = response.writableFinished ? response.statusCode : clientGone;
    metrics.observe(exchange.route, status, milliseconds / 1_000);
    const line = {
      request_id: exchange.requestId,
      traceparent: exchange.traceparent,
      workspace: exchange.workspaceId,
      mode: exchange.mode,
      method: request.method,
      route: exchange.route,
      status,
      duration_ms: Math.round(milliseconds * 10) / 10,
    };
    if (status < 500) lines.info(line, 'answered');
    else log.error({ ...line, err: failure instanceof Problem ? (failure.cause ?? failure) : failure }, 'answered');
  };

  return (exchange) => {
    const started = performance.now();
    exchange.response.once('close', () => report(exchange, started));
  };
}
