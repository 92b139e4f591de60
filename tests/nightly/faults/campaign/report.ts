import { show, type Violation } from './checks/violation.js';
import type { Operation } from './history/operation.js';
import type { CampaignResult } from './run-campaign.js';

const maxShownPerRule = 12;

const clock = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(11, -1);

function describeOperation({ id, method, path, body, attempts }: Operation): string[] {
  return [
    `    ${id}: ${method} ${path} ${body === undefined ? '' : show(body)}`,
    ...attempts.map(
      ({ requestId, gateway, sentAt, endedAt, status, failure }) =>
        `      ${clock(sentAt)} – ${clock(endedAt)} ${gateway} ${status ?? failure} ${requestId}`,
    ),
  ];
}

function describeRule(rule: string, violations: readonly Violation[]): string[] {
  return [
    `  ${rule}: ${violations.length}`,
    ...violations
      .slice(0, maxShownPerRule)
      .flatMap(({ tenant, message, operation }) => [
        `  - [${tenant}] ${message}`,
        ...(operation ? describeOperation(operation) : []),
      ]),
  ];
}

/** Returns a campaign's violations by rule, with the data that is needed to investigate them and to repeat the seed. */
export function describeViolations({ plan, violations }: CampaignResult): string[] {
  if (violations.length === 0) return [];
  const rules = [...new Set(violations.map(({ rule }) => rule))];
  return [
    `Seed ${plan.seed}: ${violations.length} violations. Again: npm run campaign -- --seeds ${plan.seed} --seconds ${plan.seconds}`,
    ...plan.faults.map(({ atMs, kind, target, durationMs }) => `  at ${atMs} ms ${kind} ${target} ${durationMs || ''}`),
    ...rules.flatMap((rule) =>
      describeRule(
        rule,
        violations.filter((violation) => violation.rule === rule),
      ),
    ),
  ];
}

/** Returns one line about a campaign. */
export function summarize(result: CampaignResult): string {
  const { plan, operationCount, exercised, retryCount, eventCount, lateEventCount, quietAfterMs, violations } = result;
  const faults = plan.faults.map(({ kind, target }) => `${kind} ${target}`).join(', ');
  const verdict = violations.length === 0 ? 'kept every guarantee' : `${violations.length} violations`;
  return `seed ${plan.seed}: ${verdict}; ${operationCount} operations of ${exercised.size} kinds, ${retryCount} retries, ${eventCount} deliveries, ${lateEventCount} events logged after a later one of the record, quiet after ${(quietAfterMs / 1_000).toFixed(1)} s; ${faults}`;
}
