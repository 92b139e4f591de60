// Panels for requests, calls and events that several units share.

/** @import { Panel, Row } from './dashboard.mjs' */

/** Returns labels that select the processes of a unit. @param {string} unit @param {string} [further] */
export function select(unit, further = '') {
  return `{service="${unit}",instance=~"$instance"${further ? `,${further}` : ''}}`;
}

/** @param {string} metric of a histogram, without suffix @param {string} labels @param {string} by */
export function quantile(part, metric, labels, by) {
  return `histogram_quantile(${part}, sum by (${by}, le) (rate(${metric}_bucket${labels}[$__rate_interval])))`;
}

/** Returns the row for rate, errors and duration of HTTP requests. @param {string} unit @returns {Row} */
export function requests(unit) {
  const count = 'plotline_http_request_duration_seconds_count';
  return {
    title: 'Requests',
    panels: [
      {
        title: 'Rate',
        description: 'Requests a second of the ten busiest routes. A route is the id of an operation of the contract.',
        unit: 'reqps',
        queries: [[`topk(10, sum by (route) (rate(${count}${select(unit)}[$__rate_interval])))`, '{{route}}']],
      },
      {
        title: 'Errors',
        description: 'Answers with 500 to 599 a second by route. Alert: ServerErrors, over one in a hundred.',
        unit: 'reqps',
        queries: [
          [
            `sum by (route, status) (rate(${count}${select(unit, 'status=~"5.."')}[$__rate_interval])) > 0`,
            '{{route}} {{status}}',
          ],
        ],
      },
      {
        title: 'Duration',
        description:
          'Time from the request line to the last byte of the answer, for all routes together and for the slowest five. Alert: RequestsSlow.',
        unit: 's',
        queries: [
          [quantile(0.5, 'plotline_http_request_duration_seconds', select(unit), 'service'), 'half'],
          [quantile(0.95, 'plotline_http_request_duration_seconds', select(unit), 'service'), '95 %'],
          [
            `topk(5, ${quantile(0.95, 'plotline_http_request_duration_seconds', select(unit), 'route')})`,
            '95 % {{route}}',
          ],
        ],
      },
    ],
  };
}

/**
 * Returns the row for calls between services. @param {string} unit @param {boolean} isCalled by others @returns {Row}
 */
export function calls(unit, isCalled) {
  /** @param {'client' | 'server'} side @param {string} title @param {string} hint @returns {Panel[]} */
  const ofSide = (side, title, hint) => {
    const metric = `plotline_rpc_${side}_duration_seconds`;
    return [
      {
        title,
        description: `Calls a second by method and outcome: OK, or the code of the problem. ${hint}`,
        unit: 'reqps',
        queries: [
          [`sum by (method, code) (rate(${metric}_count${select(unit)}[$__rate_interval]))`, '{{method}} {{code}}'],
        ],
      },
      {
        title: `${title}: duration`,
        description: '95th percentile by method.',
        unit: 's',
        queries: [[quantile(0.95, metric, select(unit), 'method'), '{{method}}']],
      },
    ];
  };
  const made = ofSide('client', 'Calls of other services', 'Alert: RpcErrors, over one in a hundred.');
  const answered = ofSide('server', 'Calls by other services', 'The dashboards of its callers show their view.');
  return { title: 'Calls between services', panels: isCalled ? [...made, ...answered] : made };
}

/** @param {string} unit @returns {Panel} */
export function attempts(unit) {
  const count = 'plotline_queue_attempt_duration_seconds_count';
  return {
    title: 'Attempts of events',
    description:
      'Attempts of consumers a second by outcome. held: an outage, retried at once. retried: waits for the next attempt. dead_lettered: given up. Alert: EventsFail.',
    unit: 'ops',
    queries: [[`sum by (queue, outcome) (rate(${count}${select(unit)}[$__rate_interval]))`, '{{queue}} {{outcome}}']],
  };
}

/** Returns the row for a service's journal, broker and queues. @param {string} unit @returns {Row} */
export function events(unit) {
  return {
    title: 'Events',
    panels: [
      {
        title: 'Published',
        description: 'Messages a second by outcome.',
        unit: 'ops',
        queries: [
          [
            `sum by (outcome) (rate(plotline_published_messages_total${select(unit)}[$__rate_interval]))`,
            '{{outcome}}',
          ],
        ],
      },
      {
        title: 'Age of the oldest unpublished event',
        description: 'Alert: EventsNotPublished, over 60 s.',
        unit: 's',
        queries: [[`max by (mode) (plotline_relay_oldest_unpublished_seconds${select(unit)})`, '{{mode}}']],
      },
      {
        title: 'Unpublished and unroutable changes',
        description:
          'Journal entries with unpublished events, up to 10,000. Unroutable: no queue accepts them. Alert: UnroutableEvents.',
        unit: 'short',
        queries: [
          [`max by (mode) (plotline_relay_unpublished_entries${select(unit)})`, 'unpublished {{mode}}'],
          [`max by (mode) (plotline_relay_unroutable_entries${select(unit)})`, 'unroutable {{mode}}'],
        ],
      },
      attempts(unit),
      {
        title: 'Duration of attempts',
        description: '95th percentile by queue.',
        unit: 's',
        queries: [[quantile(0.95, 'plotline_queue_attempt_duration_seconds', select(unit), 'queue'), '{{queue}}']],
      },
      {
        title: 'In the queues',
        description: 'Events that wait for a process, and events that were given up. Alerts: EventsWait, DeadLetters.',
        unit: 'short',
        queries: [
          [`max by (queue) (plotline_queue_messages${select(unit)})`, '{{queue}}'],
          [`max by (queue) (plotline_dead_letters${select(unit)})`, '{{queue}}: given up'],
        ],
      },
      {
        title: 'Confirmation by the broker',
        description: 'Time until the broker confirms a batch of events: 95th percentile.',
        unit: 's',
        queries: [[quantile(0.95, 'plotline_publish_duration_seconds', select(unit), 'service'), '95 %']],
      },
    ],
  };
}
