import type { Violation } from '../faults/campaign/checks/violation.js';
import type { History } from '../faults/campaign/history/operation.js';
import type { CampaignResult } from '../faults/campaign/run-campaign.js';

function findServerErrors({ operations }: History): Violation[] {
  return operations.flatMap((operation) => {
    const statuses = operation.attempts.map(({ status }) => status ?? 0).filter((status) => status >= 500);
    const message = `answered ${statuses.join(', ')}`;
    return statuses.length === 0 ? [] : [{ rule: 'no 5xx', tenant: operation.tenant, message, operation }];
  });
}

/** Promises that the previous release does not make: notes were not told before the roll-out, and no log was kept. */
const newPromises: ReadonlySet<string> = new Set(['note-events', 'event-log']);
/** What the previous release answers with 404. */
const newOperations: ReadonlySet<string> = new Set([
  'listEvents',
  ...['importLeads', 'importUnits', 'importProperties'],
  ...['listImports', 'getImport', 'listImportErrors', 'cancelImport'],
  ...['createExport', 'listExports', 'getExport', 'cancelExport', 'rotateFeed', 'getFeed', 'deleteFeed'],
  ...['createResend', 'listResends', 'getResend', 'cancelResend', 'listNotifications'],
  ...['Agent', 'Lead', 'Property', 'Unit'].flatMap((kind) => [`get${kind}ByExternalId`, `upsert${kind}ByExternalId`]),
]);

/**
 * The promises of an upgrade: those of the campaign which both releases make, and no 5xx at all. An answer need not fit the
 * contract of the other release, whose gateway may have served it.
 */
export function judgeUpgrade(result: CampaignResult): CampaignResult {
  const kept = result.violations.filter(
    ({ rule, message, operation }) =>
      !newPromises.has(rule) &&
      !newOperations.has(operation?.name ?? '') &&
      !message.startsWith('does not fit the contract'),
  );
  return { ...result, violations: [...findServerErrors(result.history), ...kept] };
}
