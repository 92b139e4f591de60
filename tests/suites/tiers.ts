import type { MochaSuite, Suite, Tier } from './suite.js';

/** Tests that only the nightly tier runs, in folders that mirror the others. */
const nightly = 'tests/nightly/**';
/** File names distinguish two kinds of tests. Folders distinguish flows and faults. */
const kinds = '*.@(integration|browser).test.ts';
const flowFolders = 'tests/flows/**';

/** Units whose unit tests take about half of the time that all unit tests take. */
const edgeUnits = 'tests/@(gateway|webhook|transfer)/**';

/** Rules, validators, rendering and tables of errors, without processes and stores. */
const unit: readonly MochaSuite[] = [
  {
    name: 'unit:edge',
    needs: 'nothing',
    files: [`${edgeUnits}/*.test.ts`],
    ignored: [`tests/**/${kinds}`],
  },
  {
    name: 'unit:rest',
    needs: 'nothing',
    files: ['tests/**/*.test.ts'],
    ignored: [nightly, edgeUnits, `tests/**/${kinds}`, flowFolders],
  },
];

/** Units whose integration tests run together, by suite name. */
const groups = {
  kit: 'kit|gateway|documentdb-bridge|deploy|backup',
  delivery: 'webhook|transfer',
  sales: 'inventory|pipeline',
  people: 'auth|team',
  connect: 'connect',
};

const integration = Object.entries(groups).map(
  ([name, units]): MochaSuite => ({
    name: `integration:${name}`,
    needs: 'stores',
    files: [`tests/@(${units})/**/*.integration.test.ts`],
  }),
);

/** Units that test the local system's servers, and the engine that replaces MongoDB. */
const localEngine = 'tests/@(documentdb-bridge|deploy)/**';

const onMongodb = integration.map((suite): MochaSuite => ({ ...suite, ignored: [localEngine] }));

const flows: MochaSuite = { name: 'flows', needs: 'system', files: ['tests/flows/**/*.test.ts'] };
const browser: MochaSuite = { name: 'browser', needs: 'system', files: ['tests/dashboard/**/*.browser.test.ts'] };

/** Runs last in a suite, after the suite's other tests have used their secrets. */
const leaks = {
  stores: 'tests/nightly/leaks/stores.integration.test.ts',
  system: 'tests/nightly/leaks/leaked-secrets.test.ts',
};

/** Includes the integration tests of the default tier, because their data is also searched for secrets. */
const nightlyIntegration = Object.entries(groups).map(
  ([name, units]): MochaSuite => ({
    name: `integration:${name}`,
    needs: 'stores',
    files: [`tests/{,nightly/}@(${units})/**/*.integration.test.ts`, leaks.stores],
  }),
);

const nightlySuites: readonly Suite[] = [
  // Includes the journeys of the default tier, because axe checks their pages only in the nightly tier.
  { name: 'browser', needs: 'system', files: ['tests/{,nightly/}dashboard/**/*.browser.test.ts'] },
  { name: 'flows', needs: 'system', files: ['tests/{,nightly/}flows/**/*.test.ts', leaks.system] },
  ...nightlyIntegration,
  { name: 'replicas', needs: 'nothing', files: ['tests/nightly/faults/rotation/*.test.ts'] },
  { name: 'faults', needs: 'system', files: ['tests/nightly/faults/*.test.ts', leaks.system] },
  {
    name: 'processes',
    needs: 'nothing',
    files: ['tests/nightly/**/*.test.ts'],
    ignored: [
      `tests/nightly/**/${kinds}`,
      'tests/nightly/@(flows|leaks)/**',
      'tests/nightly/faults/{,rotation/}*.test.ts',
    ],
  },
  ...unit.map((suite): MochaSuite => ({ ...suite, name: `${suite.name}:node-24`, node: 24 })),
  { ...flows, name: 'flows:node-24', node: 24 },
  { name: 'upgrade', script: ['upgrade'] },
  { name: 'campaign', script: ['campaign', '--', '--seeds', '1..3'] },
];

export const tiers: Readonly<Record<Tier['name'], Tier>> = {
  unit: { name: 'unit', script: 'run test:unit', sharesStores: false, suites: unit },
  default: { name: 'default', script: 'test', sharesStores: true, suites: [...unit, ...integration, browser, flows] },
  // Runs on the MongoDB in MONGO_URL.
  mongodb: { name: 'mongodb', script: 'run test:mongodb', sharesStores: true, suites: onMongodb },
  nightly: { name: 'nightly', script: 'run test:nightly', sharesStores: false, suites: nightlySuites },
};

/** @throws Error with the names of the tiers. */
export function findTier(name: string): Tier {
  const tier = Object.values(tiers).find((one) => one.name === name);
  if (!tier) throw new Error(`There is no tier "${name}". Choose one of ${Object.keys(tiers).join(', ')}.`);
  return tier;
}

/**
 * Returns the suites with these names in the order of the tier. Returns all suites if no name is given.
 * @throws Error with the names of the tier's suites.
 */
export function selectSuites({ suites, name: tier }: Tier, names: readonly string[]): readonly Suite[] {
  const unknown = names.find((name) => !suites.some((suite) => suite.name === name));
  if (unknown !== undefined) {
    const known = suites.map(({ name }) => name).join(', ');
    throw new Error(`The tier ${tier} has no suite "${unknown}". Choose from ${known}.`);
  }
  return names.length === 0 ? suites : suites.filter(({ name }) => names.includes(name));
}
