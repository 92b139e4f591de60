import { type Check, createReferenceCheck, findIn } from '@plotline/kit/ops/doctor/check';
import type { Context } from './context.js';
import { createDocumentFileCheck, createDocumentTaskCheck } from './documents/work/check-documents.js';

/** Creates all checks of this service. */
export function createChecks(
  context: Pick<Context, 'runtime' | 'documents' | 'documentJobs' | 'leadFiles' | 'clock'>,
): Check[] {
  const { runtime } = context;
  return [
    createReferenceCheck(runtime, {
      name: 'payment_link_connection',
      collection: 'payment_links',
      field: 'connection_id',
      findExisting: findIn(runtime, 'connections'),
      nextStep: 'nothing: a payment of a link whose connection was deleted is not reported any more',
    }),
    createReferenceCheck(runtime, {
      name: 'call_connection',
      collection: 'calls',
      field: 'connection_id',
      findExisting: findIn(runtime, 'connections'),
      nextStep: 'nothing: the calls of a deleted connection are not shown, and leave the log after 30 days',
    }),
    createDocumentTaskCheck(context),
    createDocumentFileCheck(context),
  ];
}
