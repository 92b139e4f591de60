import type { History } from '../history/operation.js';
import type { Snapshot } from '../snapshot/snapshot.js';
import { checkAcknowledgedWrites } from './acknowledged-writes.js';
import { checkDeliveries } from './deliveries.js';
import { checkEventLog } from './event-log.js';
import { checkEvents } from './events.js';
import { checkHolds } from './holds.js';
import { checkIsolation } from './isolation.js';
import { checkMerges } from './merges.js';
import { checkNoteEvents } from './note-events.js';
import { checkPayments } from './payments.js';
import { checkReassignments } from './reassignments.js';
import { checkRecounts } from './recounts.js';
import { checkSales } from './sales.js';
import { checkTimelines } from './timelines.js';
import type { Violation } from './violation.js';

/** Checks all guarantees about the state of a tenant after all work has ended. */
export function checkTenant(history: History, snapshot: Snapshot): Violation[] {
  const operations = history.operations.filter(({ tenant }) => tenant === snapshot.tenant);
  return [
    ...checkAcknowledgedWrites(operations, snapshot),
    ...checkSales(operations, snapshot),
    ...checkHolds(snapshot),
    ...checkPayments(snapshot),
    ...checkMerges(history.merges, snapshot),
    ...checkReassignments(operations, snapshot),
    ...checkEvents(snapshot),
    ...checkNoteEvents(snapshot),
    ...checkEventLog(snapshot),
    ...checkDeliveries(operations, snapshot),
    ...checkTimelines(snapshot),
    ...checkRecounts(snapshot),
    ...checkIsolation(snapshot),
  ];
}
