// Panels for background work, stores and resources that several units share.

import { quantile, select } from './common.mjs';

/** @import { Panel, Row } from './dashboard.mjs' */

/** Returns the row for a service's jobs. @param {string} unit @returns {Row} */
export function jobs(unit) {
  return {
    title: 'Jobs',
    panels: [
      {
        title: 'Waiting and running',
        description: 'Jobs by kind.',
        unit: 'short',
        queries: [
          [
            `max by (kind, mode, status) (plotline_jobs${select(unit, 'status=~"queued|running"')})`,
            '{{mode}} {{kind}} {{status}}',
          ],
        ],
      },
      {
        title: 'Failed',
        description: 'Failed jobs whose records are kept, up to 10,000. Alert: MaintenanceFailed.',
        unit: 'short',
        queries: [[`max by (kind, mode) (plotline_jobs${select(unit, 'status="failed"')})`, '{{mode}} {{kind}}']],
      },
      {
        title: 'Longest wait to begin',
        description: 'A workspace can run two jobs of a kind at the same time. Alert: JobsWait, over an hour.',
        unit: 's',
        queries: [[`max by (kind, mode) (plotline_jobs_oldest_queued_seconds${select(unit)})`, '{{mode}} {{kind}}']],
      },
      {
        title: 'Duration of jobs',
        description: 'From the request to the end: 95th percentile by kind, over an hour.',
        unit: 's',
        queries: [
          [
            `histogram_quantile(0.95, sum by (kind, le) (rate(plotline_job_duration_seconds_bucket${select(unit)}[1h])))`,
            '{{kind}}',
          ],
        ],
      },
    ],
  };
}

/** Returns the row for a service's MongoDB operations. @param {string} unit @returns {Row} */
export function database(unit) {
  const metric = 'plotline_mongodb_operation_duration_seconds';
  return {
    title: 'MongoDB',
    panels: [
      {
        title: 'Operations on MongoDB',
        description: 'Operations a second by command.',
        unit: 'ops',
        queries: [[`sum by (command) (rate(${metric}_count${select(unit)}[$__rate_interval]))`, '{{command}}']],
      },
      {
        title: 'Duration of operations',
        description: 'With the wait for a connection: 95th percentile by command. Alert: DatabaseSlow, over 0.5 s.',
        unit: 's',
        queries: [[quantile(0.95, metric, select(unit), 'command'), '{{command}}']],
      },
      {
        title: 'Failed operations',
        description:
          'By reason. Conflicts of writers are part of normal operation. Alert: DatabaseFails, over one in a hundred.',
        unit: 'ops',
        queries: [
          [
            `sum by (reason) (rate(plotline_mongodb_operation_failures_total${select(unit)}[$__rate_interval]))`,
            '{{reason}}',
          ],
        ],
      },
    ],
  };
}

/** Returns the row for a service's periodic tasks. @param {string} unit @returns {Row} */
export function tasks(unit) {
  return {
    title: 'Periodic tasks',
    panels: [
      {
        title: 'Time since the last success',
        description: 'By task. Alert: TaskStalled, over ten intervals and ten minutes.',
        unit: 's',
        queries: [
          [
            `time() - max by (task, mode) (plotline_task_last_success_timestamp_seconds${select(unit)})`,
            '{{task}} {{mode}}',
          ],
        ],
      },
      {
        title: 'Failed rounds',
        description: 'Rounds a second that ended with an error.',
        unit: 'ops',
        queries: [
          [
            `sum by (task, mode) (rate(plotline_task_failures_total${select(unit)}[$__rate_interval])) > 0`,
            '{{task}} {{mode}}',
          ],
        ],
      },
    ],
  };
}

/** @param {string} unit @returns {Panel} */
export function databaseConnections(unit) {
  return {
    title: 'Connections to MongoDB',
    description:
      'By process: connections in use, their maximum, and the average number of operations that wait for one. Alert: DatabaseConnectionsShort.',
    unit: 'short',
    queries: [
      [`plotline_mongodb_pool_connections${select(unit, 'state="in_use"')}`, '{{instance}} in use'],
      [`plotline_mongodb_pool_max_connections${select(unit)}`, '{{instance}} at most'],
      [`plotline_mongodb_pool_waiting_operations${select(unit)}`, '{{instance}} waiting now'],
      [`rate(plotline_mongodb_pool_wait_seconds_total${select(unit)}[$__rate_interval])`, '{{instance}} waiting'],
    ],
  };
}

/**
 * Returns the row for a process's resources, with the `further` panels. @param {string} unit @param {readonly Panel[]}
 * further @returns {Row}
 */
export function saturation(unit, further) {
  return {
    title: 'Saturation',
    panels: [
      {
        title: 'Processor time',
        description: 'In cores: a Node process can use about one. Above 0.7, add a process.',
        unit: 'short',
        queries: [[`rate(process_cpu_seconds_total${select(unit)}[$__rate_interval])`, '{{instance}}']],
      },
      {
        title: 'Event loop',
        description:
          'How long one task kept the process from all others: 99th percentile. Alert: EventLoopSlow, over 0.5 s.',
        unit: 's',
        queries: [[`nodejs_eventloop_lag_p99_seconds${select(unit)}`, '{{instance}}']],
      },
      {
        title: 'Memory',
        description: 'Memory of the process, and of its heap, and their limits. Alert: MemoryHigh, over 90 %.',
        unit: 'bytes',
        queries: [
          [`process_resident_memory_bytes${select(unit)}`, '{{instance}}'],
          [`nodejs_heap_size_used_bytes${select(unit)}`, '{{instance}} heap'],
          [`plotline_memory_limit_bytes${select(unit)}`, '{{instance}} limit'],
        ],
      },
      {
        title: 'Version',
        description: 'Processes by the version that they run. Two versions at once are a roll-out.',
        unit: 'short',
        queries: [[`count by (version) (plotline_build_info${select(unit)})`, '{{version}}']],
      },
      ...further,
      {
        title: 'Ready, and connected to the broker',
        description: '1 or 0. Alerts: NotReady, BrokerAway.',
        unit: 'short',
        queries: [
          [`plotline_ready${select(unit)}`, '{{instance}} ready'],
          [`plotline_broker_connected${select(unit)}`, '{{instance}} broker'],
        ],
      },
    ],
  };
}
