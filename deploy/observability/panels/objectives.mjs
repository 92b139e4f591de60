// Rows of the dashboard for objectives.

/** @import { Row } from './dashboard.mjs' */

const legend = '{{slo}} {{class}}';

/** Alerts with the windows and the burn rate at which they fire. */
const windows = [
  ['1h', '14.4, ErrorBudgetBurnsFast'],
  ['6h', '6, ErrorBudgetBurnsFast'],
  ['1d', '3, ErrorBudgetBurnsSlowly'],
  ['3d', '1, ErrorBudgetBurnsSlowly'],
];

/** @type {readonly Row[]} */
export const objectives = [
  {
    title: 'Error budgets',
    panels: [
      {
        title: 'Left of the error budget',
        description: 'Part of the budget of the last 30 days that is left. Below 0, the objective is missed.',
        unit: 'percentunit',
        min: null,
        queries: [['plotline:slo_budget_left:ratio30d', legend]],
      },
      {
        title: 'Bad part, 5 minutes',
        description: 'Part of requests that failed or were late; for webhooks and holds 1 while they are late.',
        unit: 'percentunit',
        queries: [['plotline:slo_errors:ratio5m', legend]],
      },
      {
        title: 'Measured requests',
        description: 'Requests a second that count. With few requests, one failure can use up a large part.',
        unit: 'reqps',
        queries: [['plotline:slo_total:rate5m{slo=~"availability|latency"}', legend]],
      },
    ],
  },
  {
    title: 'Burn rates',
    panels: windows.map(([window, limit]) => ({
      title: `Burn rate, ${window}`,
      description: `Bad part divided by the budget. At 1, the budget lasts 30 days. Alert: over ${limit}.`,
      unit: 'short',
      queries: [[`plotline:slo_errors:ratio${window} / on (slo) group_left () plotline:slo_budget:ratio`, legend]],
    })),
  },
];
