// Rows of each unit's dashboard.

import { attempts, calls, databaseConnections, events, jobs, requests, saturation, select } from './common.mjs';

/** @import { Panel, Row } from './dashboard.mjs' */

/**
 * Returns the rows of a service: the shared ones and its own.
 * @param {string} unit
 * @param {{ own?: readonly Row[], isCalled?: boolean, hasJobs?: boolean }} [options]
 * `isCalled`: other services call it. `hasJobs`: it runs jobs.
 * @returns {Row[]}
 */
function service(unit, { own = [], isCalled = true, hasJobs = true } = {}) {
  return [
    requests(unit),
    ...own,
    calls(unit, isCalled),
    events(unit),
    ...(hasJobs ? [jobs(unit)] : []),
    saturation(unit, [databaseConnections(unit)]),
  ];
}

/** Returns the row of deliveries of one kind of subscription. @param {'webhook' | 'integration'} noun @returns {Row} */
function deliveries(noun) {
  const own = select('webhook');
  return {
    title: noun === 'webhook' ? 'Webhooks' : 'Integrations',
    panels: [
      {
        title: `Attempts of ${noun}s`,
        description: 'Requests to receivers a second by the class of the answer. "none" means no complete answer.',
        unit: 'reqps',
        queries: [[`sum by (answer) (rate(plotline_${noun}_attempts_total${own}[$__rate_interval]))`, '{{answer}}']],
      },
      {
        title: `Oldest due delivery of ${noun}s`,
        description: `How long an endpoint has been due without a process that works on it. Alert: over 60 s (${noun === 'webhook' ? 'DeliveriesLate' : 'IntegrationDeliveriesLate'}).`,
        unit: 's',
        queries: [[`max by (mode) (plotline_${noun}_oldest_due_seconds${own})`, '{{mode}}']],
      },
      {
        title: `Due deliveries of ${noun}s`,
        description: 'Up to 10,000.',
        unit: 'short',
        queries: [[`max by (mode) (plotline_${noun}_due_deliveries${own})`, '{{mode}}']],
      },
      {
        title: `Endpoint queues of ${noun}s`,
        description: 'Queues that a process has leased, up to 1,000. Most of them wait for their receivers.',
        unit: 'short',
        queries: [[`plotline_${noun}_endpoint_queues${own}`, '{{instance}}']],
      },
      {
        title: `Circuits of ${noun}s`,
        description: 'Endpoints whose receivers fail: open until the next probe, or being probed.',
        unit: 'short',
        queries: [[`max by (mode, state) (plotline_${noun}_circuits${own})`, '{{mode}} {{state}}']],
      },
      {
        title: `Disabled ${noun}s`,
        description: `Disabled by failing deliveries, up to 10,000.${noun === 'webhook' ? ' Alert: WebhooksDisabled.' : ''}`,
        unit: 'short',
        queries: [[`max by (mode) (plotline_${noun}_disabled${own})`, '{{mode}}']],
      },
    ],
  };
}

/** @type {Panel[]} */
const edge = [
  {
    title: 'Requests in flight',
    description:
      'By service, and the limit of each service; further requests are refused. Alert: UpstreamFull, over 80 %.',
    unit: 'short',
    queries: [
      [`sum by (upstream) (plotline_upstream_requests_in_flight${select('gateway')})`, '{{upstream}}'],
      [`sum(plotline_upstream_max_requests_in_flight${select('gateway')})`, 'limit of each'],
    ],
  },
  {
    title: 'Redis',
    description: '1 while a gateway counts limits in memory, and such counts a second. Alert: RateLimitsInMemory.',
    unit: 'short',
    queries: [
      [`plotline_rate_limits_in_memory${select('gateway')}`, '{{instance}} in memory'],
      [`sum(rate(plotline_redis_fallbacks_total${select('gateway')}[$__rate_interval]))`, 'uses of memory'],
    ],
  },
  {
    title: 'Refused connections',
    description: 'Connections refused a second because their network has too many.',
    unit: 'cps',
    queries: [[`sum(rate(plotline_refused_connections_total${select('gateway')}[$__rate_interval]))`, 'refused']],
  },
  {
    title: 'Streams of changes',
    description: 'Open dashboard pages that follow changes, and streams that end a second by reason.',
    unit: 'short',
    queries: [
      [`sum(plotline_change_streams${select('gateway')})`, 'open'],
      [`sum by (reason) (rate(plotline_change_stream_ends_total${select('gateway')}[$__rate_interval]))`, '{{reason}}'],
    ],
  },
];

/** @type {Row} */
const hooks = {
  title: 'Hooks',
  panels: [
    {
      title: 'Requests to hooks',
      description: 'Requests of vendors a second by outcome. signature: forged, or the signing secret is wrong.',
      unit: 'reqps',
      queries: [
        [
          `sum by (provider, outcome) (rate(plotline_connect_hook_requests_total${select('connect')}[$__rate_interval]))`,
          '{{provider}} {{outcome}}',
        ],
      ],
    },
  ],
};

/** Rows of each unit. @type {Readonly<Record<string, readonly Row[]>>} */
export const units = {
  gateway: [
    requests('gateway'),
    calls('gateway', false),
    saturation('gateway', edge),
    { title: 'Events', panels: [attempts('gateway')] },
  ],
  auth: service('auth', { hasJobs: false }),
  connect: service('connect', { own: [hooks], isCalled: false }),
  inventory: service('inventory'),
  pipeline: service('pipeline'),
  team: service('team'),
  transfer: service('transfer', { isCalled: false }),
  webhook: service('webhook', { own: [deliveries('webhook'), deliveries('integration')], isCalled: false }),
};
