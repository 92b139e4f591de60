import { getActiveTraceparent } from '../../telemetry/active-span.js';
import { startSpan, toErrorType } from '../../telemetry/span.js';
import type { DatabaseOperation } from './observe-operations.js';

const ignore = () => undefined;

/**
 * Starts the span of a database operation if it is part of recorded work. The span has names only, because filters and
 * documents contain personal data. Returns a function that ends it.
 */
export function startOperationSpan({ command, collection, database }: DatabaseOperation): (error?: unknown) => void {
  const traceparent = getActiveTraceparent();
  if (traceparent === undefined) return ignore;
  const span = startSpan(traceparent, () => ({
    name: collection === undefined ? command : `${command} ${collection}`,
    kind: 'client',
    attributes: {
      'db.system.name': 'mongodb',
      'db.namespace': database,
      'db.operation.name': command,
      'db.collection.name': collection,
    },
  }));
  return (error) => span.end(error === undefined ? undefined : toErrorType(error));
}
