// Rows of each unit's dashboard.

import { attempts, calls, events, requests, select } from './common.mjs';
import { database, databaseConnections, jobs, saturation, tasks } from './process.mjs';

/** @import { Panel, Row } from './dashboard.mjs' */

/**
 * Returns the rows of a service: the shared rows and its own.
 * @param {string} unit
 * @param {{ own?: readonly Row[], isCalled?: boolean, hasJobs?: boolean }} [options] `isCalled`: other services call
 * it. `hasJobs`: it runs jobs.
 * @returns {Row[]}
 */
function service(unit, { own = [], isCalled = true, hasJobs = true } = {}) {
  return [
    requests(unit),
    ...own,
    calls(unit, isCalled),
    events(unit),
    ...(hasJobs ? [jobs(unit)] : []),
    tasks(unit),
    database(unit),
    saturation(unit, [databaseConnections(unit)]),
  ];
}

/**
 * Returns the row for the deliveries of one kind of subscription. @param {'webhook' | 'integration'} noun @returns
 * {Row}
 */
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
    title: 'Operations on Redis',
    description:
      '95th percentile of the time of a limit in Redis, and failures a second. Alert: RedisSlow, over 50 ms.',
    unit: 'short',
    queries: [
      [
        `histogram_quantile(0.95, sum by (instance, le) (rate(plotline_redis_operation_duration_seconds_bucket${select('gateway')}[$__rate_interval])))`,
        '{{instance}}',
      ],
      [
        `sum by (reason) (rate(plotline_redis_operation_failures_total${select('gateway')}[$__rate_interval]))`,
        '{{reason}}',
      ],
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

/** @type {Row} */
const accounts = {
  title: 'Sign-ins and mails',
  panels: [
    {
      title: 'Sign-ins',
      description: 'Attempts a second by outcome. Alert: SignInsFail, over half of them.',
      unit: 'ops',
      queries: [
        [`sum by (outcome) (rate(plotline_sign_in_attempts_total${select('auth')}[$__rate_interval]))`, '{{outcome}}'],
      ],
    },
    {
      title: 'Passwords',
      description: 'Passwords that are checked, that wait, and refusals a second. Alert: PasswordsRefused.',
      unit: 'short',
      queries: [
        [`plotline_password_hashing_running${select('auth')}`, '{{instance}} running'],
        [`plotline_password_hashing_waiting${select('auth')}`, '{{instance}} waiting'],
        [`rate(plotline_password_hashing_refusals_total${select('auth')}[$__rate_interval])`, '{{instance}} refused'],
      ],
    },
    {
      title: 'Attempts of mails',
      description: 'Attempts a second by outcome. Alert: MailsFail, over half of them.',
      unit: 'ops',
      queries: [
        [`sum by (outcome) (rate(plotline_mail_attempts_total${select('auth')}[$__rate_interval]))`, '{{outcome}}'],
      ],
    },
    {
      title: 'Waiting mails',
      description: 'Mails that were not sent yet, with those that wait for their next attempt.',
      unit: 'short',
      queries: [[`max(plotline_mails_queued${select('auth')})`, 'mails']],
    },
    {
      title: 'Oldest due mail',
      description: 'How long a mail has been due without a process that sends it. Alert: MailsWait, over 300 s.',
      unit: 's',
      queries: [[`max(plotline_mails_oldest_due_seconds${select('auth')})`, 'oldest']],
    },
  ],
};

/** @type {Row} */
const holds = {
  title: 'Holds',
  panels: [
    {
      title: 'Oldest overdue hold',
      description: 'How long a hold has lasted beyond its time. Objective: under 60 s for 99.9 % of the time.',
      unit: 's',
      queries: [[`max by (mode) (plotline_holds_oldest_overdue_seconds${select('inventory')})`, '{{mode}}']],
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
  auth: service('auth', { own: [accounts], hasJobs: false }),
  connect: service('connect', { own: [hooks], isCalled: false }),
  inventory: service('inventory', { own: [holds] }),
  pipeline: service('pipeline'),
  team: service('team'),
  transfer: service('transfer', { isCalled: false }),
  webhook: service('webhook', { own: [deliveries('webhook'), deliveries('integration')], isCalled: false }),
};
