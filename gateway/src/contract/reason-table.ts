import { problemReasons } from '@plotline/kit/problem-reasons';

/** The reasons of refusals as a Markdown table, for the description of a document. */
export function renderReasonTable(): string {
  const rows = Object.entries(problemReasons).map(([reason, description]) => {
    const mayRepeat = 'isRetryable' in description ? 'yes' : '';
    return `| \`${reason}\` | ${description.status} | ${description.meaning} | ${mayRepeat} |`;
  });
  const heading =
    'Refusals that programs handle have a stable word in `error.reason`, and what it is about in `error.data`:';
  return [heading, '', '| reason | status | meaning | repeat later |', '| --- | --- | --- | --- |', ...rows].join('\n');
}
