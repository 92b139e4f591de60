import { Counter, Histogram, type Registry } from 'prom-client';
import { isTransient } from '../../core/transient.js';
import type { ObserveOperation } from './observe-operations.js';

/** Commands that have their own series. All others share one. */
const commands: ReadonlySet<string> = new Set([
  'abortTransaction',
  'aggregate',
  'bulkWrite',
  'commitTransaction',
  'count',
  'delete',
  'find',
  'findAndModify',
  'getMore',
  'insert',
  'update',
]);

const timeoutNames: ReadonlySet<unknown> = new Set([
  'MongoNetworkTimeoutError',
  'MongoOperationTimeoutError',
  'MongoWaitQueueTimeoutError',
]);
/** MaxTimeMSExpired and ExceededTimeLimit. */
const timeoutCodes: ReadonlySet<unknown> = new Set([50, 262]);
/**
 * WriteConflict, NoSuchTransaction and DuplicateKey. The application expects them and retries or refuses the request.
 */
const conflictCodes: ReadonlySet<unknown> = new Set([112, 251, 11_000]);

/** Reason of a failed operation. `conflict` is part of normal operation. */
type FailureReason = 'conflict' | 'timeout' | 'unavailable' | 'other';

/**
 * Returns the reason for a failure. It is one of a few words, because messages are unlimited and contain personal data.
 */
function toReason(error: unknown): FailureReason {
  const { name, code }: { readonly name?: unknown; readonly code?: unknown } = Object(error);
  if (conflictCodes.has(code)) return 'conflict';
  if (timeoutNames.has(name) || timeoutCodes.has(code)) return 'timeout';
  return isTransient(error) ? 'unavailable' : 'other';
}

/** Measures a process's MongoDB operations by command, and counts the failed ones by reason. */
export function registerOperationMetrics(registry: Registry): ObserveOperation {
  const registers = [registry];
  const duration = new Histogram({
    name: 'plotline_mongodb_operation_duration_seconds',
    help: 'Time of an operation on MongoDB, with the wait for a connection, by command.',
    labelNames: ['command'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const failures = new Counter({
    name: 'plotline_mongodb_operation_failures_total',
    help: 'Failed operations on MongoDB: conflict (expected), timeout, unavailable or other.',
    labelNames: ['command', 'reason'],
    registers,
  });
  return ({ command }) => {
    const startedAt = performance.now();
    const labels = { command: commands.has(command) ? command : 'other' };
    return (error) => {
      duration.observe(labels, (performance.now() - startedAt) / 1_000);
      if (error !== undefined) failures.inc({ ...labels, reason: toReason(error) });
    };
  };
}
