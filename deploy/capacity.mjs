// Estimates the processes, connections and disk that a load needs. deploy/capacity.md explains the figures:
//   node deploy/capacity.mjs --requests 5000 --leads 50 --webhooks 2

import { parseArgs } from 'node:util';

/**
 * Milliseconds of processor time by program. Half of the reads fetch a single lead, and half fetch a page of 1 to 39
 * leads. Measured by `npm run bench -- peers` and `hold`. See deploy/capacity.md.
 */
const costs = {
  reads: { gateway: 0.36, pipeline: 0.52, auth: 0.02, MongoDB: 0.64, Redis: 0.03 },
  leads: {
    gateway: 0.39,
    pipeline: 0.57,
    webhook: 0.15,
    connect: 0.1,
    auth: 0.02,
    MongoDB: 0.87,
    RabbitMQ: 0.23,
    Redis: 0.03,
  },
  deliveries: { webhook: 0.35, MongoDB: 0.35 },
};

const programs = ['gateway', 'auth', 'connect', 'inventory', 'pipeline', 'team', 'transfer', 'webhook'];
const stores = ['MongoDB', 'RabbitMQ', 'Redis'];

/**
 * The archive of the journal, in kilobytes: a document of the collection `journal_archive` with its indexes, and an
 * entry in the bucket (compressed and encrypted). From the leads of the demo, with three entries each, on 2026-12-01.
 */
const archive = { document: 0.5, entry: 0.22 };

/** Days for which an entry stays in the database. The archive moves it at the latest at this age. */
const daysInJournal = (load) => load['journal-days'] || Number.POSITIVE_INFINITY;
/** Days of the period whose entries have left the database at its end. */
const daysInArchive = (load) => Math.max(0, load.days - daysInJournal(load));

/** Kilobytes of a stored record with its indexes, and the days whose records are stored at the end of the period. */
const records = [
  { name: 'leads', kilobytes: 1.09, perLead: () => 1, days: ({ days }) => days },
  {
    name: 'journal',
    kilobytes: 1.37,
    perLead: ({ changes }) => changes,
    days: (load) => Math.min(load.days, daysInJournal(load)),
  },
  { name: 'journal_archive', kilobytes: archive.document, perLead: () => 1, days: daysInArchive },
  { name: 'events', kilobytes: 1.07, perLead: ({ changes }) => changes, days: ({ days }) => Math.min(days, 31) },
  {
    name: 'deliveries',
    kilobytes: 1,
    perLead: ({ changes, webhooks }) => changes * webhooks,
    days: ({ days }) => Math.min(days, 30),
  },
];

/** Share of a core that a process may use at the peak, as in the autoscalers of deploy/kubernetes. */
const usableCore = 0.7;
/** Two processes of each program, so that one can fail. */
const minProcesses = 2;
/** Default value of MONGO_POOL_SIZE. */
const poolSize = 12;
const secondsPerDay = 86_400;
const daysPerMonth = 30;

const options = {
  requests: { type: 'string', default: '100', max: 1_000_000, help: 'reads a second at the peak' },
  leads: { type: 'string', default: '5', max: 100_000, help: 'leads created a second at the peak' },
  changes: { type: 'string', default: '1', max: 1_000, help: 'changes of each lead, its creation included' },
  webhooks: { type: 'string', default: '1', max: 1_000, help: 'webhooks that get each event' },
  average: { type: 'string', default: '20', max: 100, help: 'average load in percent of the peak, for the disk' },
  days: { type: 'string', default: '365', max: 36_500, help: 'days for which the disk must suffice' },
  'journal-days': {
    type: 'string',
    default: '0',
    max: 3_650,
    leastAboveZero: 7,
    help: 'JOURNAL_ARCHIVE_DAYS of pipeline and inventory, or 0 for no archive',
  },
};

/** Reads the options. Throws an error that explains an invalid option. */
function readLoad(args) {
  const { values } = parseArgs({ args, options: { ...options, help: { type: 'boolean', default: false } } });
  if (values.help) return null;
  const numbers = Object.entries(options).map(([name, { max, leastAboveZero }]) => {
    const number = Number(values[name]);
    const isTooSmall = number !== 0 && number < (leastAboveZero ?? 0);
    if (values[name].trim() === '' || isTooSmall || !(number >= 0 && number <= max)) {
      const range = leastAboveZero === undefined ? 'a number from 0' : `0, or a number from ${leastAboveZero}`;
      throw new Error(`--${name} must be ${range} to ${max}, not "${values[name]}".`);
    }
    return [name, number];
  });
  return Object.fromEntries(numbers);
}

/** Returns the number of cores that a program or store uses at the peak. */
function sumCores(name, load) {
  const writes = load.leads * load.changes;
  const rates = { reads: load.requests, leads: writes, deliveries: writes * load.webhooks };
  const ms = Object.entries(costs).reduce((sum, [kind, cost]) => sum + rates[kind] * (cost[name] ?? 0), 0);
  return ms / 1_000;
}

const toProcesses = (cores) => Math.max(minProcesses, Math.ceil(cores / usableCore));

function estimate(load) {
  const needed = programs.map((name) => ({
    name,
    cores: sumCores(name, load),
    processes: toProcesses(sumCores(name, load)),
  }));
  const services = needed.filter(({ name }) => name !== 'gateway');
  const leadsPerDay = load.leads * (load.average / 100) * secondsPerDay;
  return {
    programs: needed,
    stores: stores.map((name) => ({ name, cores: sumCores(name, load) })),
    connections: poolSize * services.reduce((sum, { processes }) => sum + processes, 0),
    gigabytes: records.map(({ name, kilobytes, perLead, days }) => {
      const count = leadsPerDay * perLead(load) * days(load);
      return { name, gigabytes: (count * kilobytes) / 1e6 };
    }),
    bucket: {
      gigabytes: (leadsPerDay * load.changes * daysInArchive(load) * archive.entry) / 1e6,
      gigabytesPerMonth: (leadsPerDay * load.changes * daysPerMonth * archive.entry) / 1e6,
    },
  };
}

function print({ programs: needed, stores: used, connections, gigabytes, bucket }, { days, ...load }) {
  const hasArchive = load['journal-days'] > 0;
  const row = (name, ...cells) => `${name.padEnd(24)}${cells.map((cell) => String(cell).padStart(12)).join('')}`;
  const total = gigabytes.reduce((sum, one) => sum + one.gigabytes, 0);
  return [
    row('program', 'cores', 'processes'),
    ...needed.map(({ name, cores, processes }) => row(name, cores.toFixed(1), processes)),
    '',
    row('store', 'cores'),
    ...used.map(({ name, cores }) => row(name, cores.toFixed(1))),
    row('connections to MongoDB', connections),
    '',
    row(`after ${days} days`, 'GB'),
    ...gigabytes
      .filter(({ name }) => hasArchive || name !== 'journal_archive')
      .map((one) => row(one.name, one.gigabytes.toFixed(1))),
    row('all', total.toFixed(1)),
    ...(hasArchive
      ? [
          '',
          row('bucket of the journal', 'GB'),
          row(`after ${days} days`, bucket.gigabytes.toFixed(1)),
          row('growth in a month', bucket.gigabytesPerMonth.toFixed(1)),
        ]
      : []),
  ].join('\n');
}

function describeOptions() {
  const lines = Object.entries(options).map(
    ([name, { default: value, help }]) => `  --${name.padEnd(13)} ${help} (${value})`,
  );
  return ['Usage: node deploy/capacity.mjs [options]', ...lines].join('\n');
}

try {
  const load = readLoad(process.argv.slice(2));
  console.log(load ? print(estimate(load), load) : describeOptions());
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  console.error(describeOptions());
  process.exitCode = 1;
}
