import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { linkBrokerHome } from './broker-home.js';

const CONFIGURATION = `# Written at each start.
log.console = true
log.console.level = warning
log.file = false
vm_memory_high_watermark.absolute = 512MB
disk_free_limit.absolute = 64MB
# Quorum queues hold this much of their log in memory; the default of 512 MiB is for servers.
raft.wal_max_size_bytes = 33554432
`;

/** Exchange for all events. */
const EVENTS = { name: 'plotline.events', type: 'topic' } as const;

/** Permissions of the users of docker-compose.yml's broker, by name. */
const PERMISSIONS = fileURLToPath(new URL('../../../../container/broker-permissions.json', import.meta.url));

/** Access to a private broker. A broker at AMQP_URL has its own users and virtual hosts. */
export interface BrokerAccess {
  /** Virtual hosts besides `/`, so that several systems can share the broker. */
  readonly virtualHosts?: readonly string[];
  /** File with the permissions of the broker's users. Defaults to the file of this checkout. */
  readonly brokerPermissions?: string;
}

interface Allowed {
  readonly configure: string;
  readonly write: string;
  readonly read: string;
  /** Events that the user may publish and consume. When absent, all events. */
  readonly topics?: { readonly write: string; readonly read: string };
}

/**
 * Creates a user for each program, with its production permissions. Also creates `guest`, who may do everything in each
 * virtual host.
 */
async function createDefinitions({
  virtualHosts = [],
  brokerPermissions = PERMISSIONS,
}: BrokerAccess): Promise<string> {
  const everything = { configure: '.*', write: '.*', read: '.*' };
  const permissions: Readonly<Record<string, Allowed>> = {
    guest: everything,
    ...JSON.parse(await readFile(brokerPermissions, 'utf8')),
  };
  return JSON.stringify({
    vhosts: ['/', ...virtualHosts].map((name) => ({ name })),
    users: Object.keys(permissions).map((name) => ({
      name,
      password: toLocalPassword(name),
      tags: name === 'guest' ? 'administrator' : '',
    })),
    permissions: [
      ...Object.entries(permissions).map(([user, { topics: _events, ...allowed }]) => ({
        user,
        vhost: '/',
        ...allowed,
      })),
      ...virtualHosts.map((vhost) => ({ user: 'guest', vhost, ...everything })),
    ],
    // Permissions need an existing exchange. The services declare the same exchange.
    exchanges: [{ ...EVENTS, vhost: '/', durable: true, auto_delete: false, internal: false, arguments: {} }],
    topic_permissions: Object.entries(permissions).flatMap(([user, { topics }]) =>
      topics ? [{ user, vhost: '/', exchange: EVENTS.name, ...topics }] : [],
    ),
  });
}

/**
 * Returns the password of a user. It isn't secret, because the broker listens only on 127.0.0.1. The same is true for
 * RabbitMQ's own `guest`.
 */
export function toLocalPassword(user: string): string {
  return user;
}

/** Writes the files with which `server` starts. Enables no plugin. */
export async function writeBrokerConfiguration(
  server: string,
  dataDirectory: string,
  access: BrokerAccess,
): Promise<void> {
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  const definitions = join(dataDirectory, 'definitions.json');
  await writeFile(definitions, await createDefinitions(access));
  await writeFile(join(dataDirectory, 'rabbitmq.conf'), `${CONFIGURATION}load_definitions = ${definitions}\n`);
  await writeFile(join(dataDirectory, 'enabled_plugins'), '[].\n');
  const home = join(dataDirectory, 'home');
  const hasHome = await linkBrokerHome(server, home);
  // This is a shell script. The broker's start script runs it after finding its own home.
  const variables = hasHome ? `RABBITMQ_HOME='${home.replaceAll("'", "'\\''")}'\n` : '';
  await writeFile(join(dataDirectory, 'rabbitmq-env.conf'), variables);
}

export interface BrokerPorts {
  readonly amqp: number;
  readonly distribution: number;
  readonly epmd: number;
}

/**
 * Returns the environment of epmd and the broker. It separates them from any other broker of the machine, and they
 * listen only on 127.0.0.1.
 */
export function createBrokerEnvironment(
  dataDirectory: string,
  ports: BrokerPorts,
  searchPath: string,
): NodeJS.ProcessEnv {
  return {
    PATH: `${searchPath}:/usr/local/bin:/usr/bin:/bin`,
    LANG: 'C.UTF-8',
    // Folder in which Erlang keeps its cookie.
    HOME: dataDirectory,
    ERL_EPMD_PORT: String(ports.epmd),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    // Without this, Erlang would start an unsupervised epmd while the supervised one restarts.
    ERL_FLAGS: '-start_epmd false',
    ERL_CRASH_DUMP_BYTES: '0',
    RABBITMQ_NODENAME: 'plotline@localhost',
    RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
    RABBITMQ_NODE_PORT: String(ports.amqp),
    RABBITMQ_DIST_PORT: String(ports.distribution),
    RABBITMQ_MNESIA_BASE: join(dataDirectory, 'data'),
    RABBITMQ_LOG_BASE: join(dataDirectory, 'log'),
    RABBITMQ_LOGS: '-',
    RABBITMQ_CONFIG_FILE: join(dataDirectory, 'rabbitmq.conf'),
    RABBITMQ_CONFIG_FILES: join(dataDirectory, 'conf.d'),
    RABBITMQ_ADVANCED_CONFIG_FILE: join(dataDirectory, 'advanced.config'),
    RABBITMQ_CONF_ENV_FILE: join(dataDirectory, 'rabbitmq-env.conf'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(dataDirectory, 'enabled_plugins'),
    // With input "allowed", the script doesn't wait for the broker, but replaces itself with it. So signals reach the
    // broker.
    RABBITMQ_ALLOW_INPUT: '1',
    RABBITMQ_SERVER_START_ARGS: '-noinput',
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: ERLANG_ARGUMENTS.join(' '),
  };
}

/**
 * Limits schedulers (one a core, two at most), tables and busy waiting, because a development machine has other work.
 */
const ERLANG_ARGUMENTS = [
  '+S 2:2',
  '+A 4',
  '+P 65536',
  '+Q 16384',
  '+sbwt none',
  '+sbwtdcpu none',
  '+sbwtdio none',
  '-kernel inet_dist_use_interface {127,0,0,1}',
];
