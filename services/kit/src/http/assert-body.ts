import { invalid } from '../core/errors.js';
import type { BodyFaults } from './contract/body-faults.js';
import type { Route } from './contract/document.js';
import { pickValidFields, toBodyFaults } from './contract/faults.js';
import type { Call, Handler, InspectingHandler } from './handler.js';

/** Operation with its handler. */
export interface Answering {
  readonly route: Route;
  readonly handler: Handler | InspectingHandler;
}

/** Returns the operation's handler. */
export function getHandle({ handler }: Answering): Handler {
  return typeof handler === 'function' ? handler : handler.handle;
}

/**
 * Throws VALIDATION_ERROR with all errors that the contract finds, and with errors that the handler finds in other
 * fields.
 */
export async function assertBody(
  call: Call,
  faults: BodyFaults['faults'],
  { handler, route }: Answering,
): Promise<void> {
  if (faults.length === 0) return;
  const inRows = toBodyFaults(route.operation['x-rows'] ?? '', call.rowFaults);
  const more =
    typeof handler === 'function' ? [] : await handler.inspect({ ...call, body: pickValidFields(call.body, faults) });
  // The handler didn't get the faulty fields, so it may report them as missing.
  const known = new Set(faults.flatMap(({ field }) => [field, ...field.split(/[.[]/, 1)]));
  throw invalid(...faults, ...inRows, ...more.filter(({ field }) => !known.has(field)));
}
