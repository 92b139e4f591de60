import { problemReasons } from '@plotline/kit/core/problem-reasons';
import { plans } from '../limits/plans.js';

const format = (count: number) => count.toLocaleString('en-US');

/** Renders the plans' limits as a Markdown table for the description of a document. */
export function renderPlanTable(): string {
  const rows = [...plans].map(([name, { maxPerMinute, maxPerDay, maxInFlight }]) => {
    const perDay = maxPerDay === null ? 'unlimited' : format(maxPerDay);
    return `| ${name} | ${format(maxPerMinute)} | ${perDay} | ${maxInFlight} |`;
  });
  const heading = 'Each workspace has these limits, separately on the live and the sandbox host:';
  const head = '| plan | requests a minute | requests a day | at the same time |\n| --- | --- | --- | --- |';
  return [heading, '', head, ...rows].join('\n');
}

/** Renders the reasons of refusals as a Markdown table for the description of a document. */
export function renderReasonTable(): string {
  const rows = Object.entries(problemReasons).map(([reason, description]) => {
    const mayRepeat = 'isRetryable' in description ? 'yes' : '';
    return `| \`${reason}\` | ${description.status} | ${description.meaning} | ${mayRepeat} |`;
  });
  const heading = 'Errors that programs handle have a stable word in `error.reason` and its details in `error.data`:';
  return [heading, '', '| reason | status | meaning | retry later |', '| --- | --- | --- | --- |', ...rows].join('\n');
}
