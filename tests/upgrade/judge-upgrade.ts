import type { Violation } from '../nightly/faults/campaign/checks/violation.js';
import type { History } from '../nightly/faults/campaign/history/operation.js';
import type { CampaignResult } from '../nightly/faults/campaign/run-campaign.js';

function findServerErrors({ operations }: History): Violation[] {
  return operations.flatMap((operation) => {
    const statuses = operation.attempts.map(({ status }) => status ?? 0).filter((status) => status >= 500);
    const message = `answered ${statuses.join(', ')}`;
    return statuses.length === 0 ? [] : [{ rule: 'no 5xx', tenant: operation.tenant, message, operation }];
  });
}

/**
 * Checks the guarantees of an upgrade: those of the campaign that both releases give, and that there is no 5xx at all.
 * An answer may differ from this release's contract if the other release's gateway may have served it.
 */
export function judgeUpgrade(result: CampaignResult): CampaignResult {
  const kept = result.violations.filter(({ message }) => !message.startsWith('does not fit the contract'));
  return { ...result, violations: [...findServerErrors(result.history), ...kept] };
}
