// Rows of the dashboard for the stores. They use the metrics of the stores' exporters (README.md, "Further sources").

/** @import { Row } from './dashboard.mjs' */

const [mongodb, rabbitmq, redis] = ['mongodb', 'rabbitmq', 'redis'].map((store) => `job="plotline-${store}"`);
const rate = (series) => `rate(${series}[$__rate_interval])`;

/** @type {Row} */
const mongodbRow = {
  title: 'MongoDB',
  panels: [
    {
      title: 'Operations',
      description: 'Operations a second by kind, of each member.',
      unit: 'ops',
      queries: [[rate(`mongodb_ss_opcounters{${mongodb}}`), '{{instance}} {{legacy_op_type}}']],
    },
    {
      title: 'Time of an operation',
      description:
        'Average time within MongoDB: reads, writes and commands. Alert: DatabaseSlow, measured in services.',
      unit: 'µs',
      queries: [
        [
          `${rate(`mongodb_ss_opLatencies_latency{${mongodb}}`)} / ${rate(`mongodb_ss_opLatencies_ops{${mongodb}}`)}`,
          '{{instance}} {{op_type}}',
        ],
      ],
    },
    {
      title: 'Waiting operations',
      description: 'Operations that wait for a lock. Always above 0: too many writers of the same records.',
      unit: 'short',
      queries: [[`mongodb_ss_globalLock_currentQueue{${mongodb}}`, '{{instance}} {{count_type}}']],
    },
    {
      title: 'Cache',
      description: 'Part of the cache in use. MongoDB keeps it near 80 %; near 100 % operations wait for the disk.',
      unit: 'percentunit',
      queries: [
        [
          `mongodb_ss_wt_cache_bytes_currently_in_the_cache{${mongodb}} / mongodb_ss_wt_cache_maximum_bytes_configured{${mongodb}}`,
          '{{instance}}',
        ],
      ],
    },
    {
      title: 'Connections',
      description: 'Connections of all processes together, and those that are still free.',
      unit: 'short',
      queries: [[`mongodb_ss_connections{${mongodb},conn_type=~"current|available"}`, '{{instance}} {{conn_type}}']],
    },
    {
      title: 'Delay of secondaries',
      description: 'How far a member is behind. A failover waits for it, and so do writes.',
      unit: 'ms',
      queries: [
        [
          `scalar(max(mongodb_rs_members_optimeDate{${mongodb},member_state="PRIMARY"})) - max by (member_idx) (mongodb_rs_members_optimeDate{${mongodb},member_state="SECONDARY"})`,
          '{{member_idx}}',
        ],
      ],
    },
  ],
};

/** @type {Row} */
const rabbitmqRow = {
  title: 'RabbitMQ',
  panels: [
    {
      title: 'Messages',
      description: 'Messages that wait in the ten longest queues. Alert: EventsWait, over 1,000.',
      unit: 'short',
      queries: [[`topk(10, sum by (queue) (rabbitmq_queue_messages_ready{${rabbitmq}}))`, '{{queue}}']],
    },
    {
      title: 'Unacknowledged messages',
      description: 'Messages that consumers work on. A queue whose number stays has a consumer that hangs.',
      unit: 'short',
      queries: [[`topk(10, sum by (queue) (rabbitmq_queue_messages_unacked{${rabbitmq}}))`, '{{queue}}']],
    },
    {
      title: 'Memory and disk',
      description: 'Memory as a part of its limit, and free disk as a multiple of its limit. Publishing stops at 1.',
      unit: 'short',
      queries: [
        [
          `rabbitmq_process_resident_memory_bytes{${rabbitmq}} / rabbitmq_resident_memory_limit_bytes{${rabbitmq}}`,
          '{{instance}} memory',
        ],
        [
          `rabbitmq_disk_space_available_bytes{${rabbitmq}} / rabbitmq_disk_space_available_limit_bytes{${rabbitmq}}`,
          '{{instance}} disk',
        ],
      ],
    },
    {
      title: 'Alarms',
      description: '1 while memory or disk is short and RabbitMQ takes no messages. Alert: EventsNotPublished.',
      unit: 'short',
      queries: [
        [`rabbitmq_alarms_memory_used_watermark{${rabbitmq}}`, '{{instance}} memory'],
        [`rabbitmq_alarms_free_disk_space_watermark{${rabbitmq}}`, '{{instance}} disk'],
      ],
    },
    {
      title: 'Connections',
      description: 'Connections of all programs.',
      unit: 'short',
      queries: [[`sum by (instance) (rabbitmq_connections{${rabbitmq}})`, '{{instance}}']],
    },
  ],
};

/** @type {Row} */
const redisRow = {
  title: 'Redis',
  panels: [
    {
      title: 'Commands',
      description: 'Commands a second of all gateways.',
      unit: 'ops',
      queries: [[rate(`redis_commands_processed_total{${redis}}`), '{{instance}}']],
    },
    {
      title: 'Time of a command',
      description: 'Average time within Redis. Alert: RedisSlow, measured in gateways.',
      unit: 's',
      queries: [
        [
          `sum by (instance) (${rate(`redis_commands_duration_seconds_total{${redis}}`)}) / sum by (instance) (${rate(`redis_commands_total{${redis}}`)})`,
          '{{instance}}',
        ],
      ],
    },
    {
      title: 'Memory',
      description: 'Memory as a part of its limit. At 1, Redis refuses writes and gateways count in memory.',
      unit: 'percentunit',
      queries: [[`redis_memory_used_bytes{${redis}} / redis_memory_max_bytes{${redis}}`, '{{instance}}']],
    },
  ],
};

/** Rows of the dashboard for the stores. @type {readonly Row[]} */
export const stores = [mongodbRow, rabbitmqRow, redisRow];
