// Import rules: units share only the kit and the protos. Services are divided into features, and each feature into
// rooms (.dependency-cruiser.services.cjs). In a rule's `to`, $1 is the first group that `from.path` matched: the
// service of the importing file.

const createAuthRules = require('./.dependency-cruiser.auth.cjs');
const createConnectRules = require('./.dependency-cruiser.connect.cjs');
const createDashboardRules = require('./.dependency-cruiser.dashboard.cjs');
const createDocsRules = require('./.dependency-cruiser.docs.cjs');
const createDeployRules = require('./.dependency-cruiser.deploy.cjs');
const createKitRules = require('./.dependency-cruiser.kit.cjs');
const createGatewayRules = require('./.dependency-cruiser.gateway.cjs');
const { createRoomRules, featureRules } = require('./.dependency-cruiser.services.cjs');

const thirdParty = '(^|/)node_modules/';
const kit = '^services/kit/';
const protos = '^protos/';

const ownContext = '^services/$1/src/context\\.ts$';
const localOnly = { dependencyTypesNot: ['core'], path: '^(?!.*node_modules/)(services|gateway|protos|deploy|tests)/' };

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'peers-import-records',
      severity: 'error',
      comment: 'peers/ calls other services. It knows the records of its own, and no way into it.',
      from: { path: '^services/([^/]+)/src/peers/' },
      to: {
        ...localOnly,
        pathNot: ['^services/$1/src/peers/', '^services/$1/src/[^/]+/(model|store)/', ownContext, protos, kit],
      },
    },
    {
      name: 'context-without-api',
      severity: 'error',
      comment: 'The context has stores and peers. Handlers use it, never the reverse.',
      from: { path: '^services/([^/]+)/src/context\\.ts$' },
      to: { path: '^services/$1/src/[^/]+/api/' },
    },
    {
      name: 'services-are-apart',
      severity: 'error',
      comment: 'A service asks another one over gRPC and never imports it; it knows the kit and the protos.',
      from: { path: '^services/([^/]+)/', pathNot: [kit, '^services/(dashboard|docs)/'] },
      to: { ...localOnly, pathNot: ['^services/$1/', kit, protos] },
    },
    ...createRoomRules(localOnly),
    ...featureRules('transfer', [
      'imports',
      'exports',
      'calendars',
      'record-files',
      'feed',
      { name: 'usage', offers: ['work/daily-quota'], why: 'imports and exports count against a quota of the day' },
      'files',
      { name: 'formats', offers: ['work'], why: 'imports and exports read and write files in these formats' },
    ]),
    ...createConnectRules(),
    ...featureRules('team', ['agents', 'teams']),
    ...featureRules('inventory', [
      'holds',
      'properties',
      'units',
      'milestones',
      { name: 'listings', offers: ['work/listing-quota'], why: 'New properties and units count against a quota.' },
    ]),
    ...featureRules('webhook', [
      'channels',
      'receivers',
      { name: 'deliveries', offers: ['work/plan-deliveries'], why: 'A digest is planned as a delivery of one event.' },
      'notices',
      {
        name: 'subscriptions',
        offers: ['api/render-subscription', 'api/stats-json', 'api/update-subscription'],
        why: 'Webhooks and integrations have the same statistics, and are changed the same way.',
      },
      'events',
    ]),
    ...featureRules('pipeline', [
      'analytics',
      'merging',
      'sales',
      'plans',
      'tasks',
      {
        name: 'leads',
        offers: ['api/lead-body', 'api/duplicates', 'api/held-lead'],
        why: 'A change of a lead, which may undo its sale, is checked like a new lead.',
      },
      'counters',
      { name: 'documents', offers: ['work/render-paper'], why: 'A request for a document renders it.' },
    ]),
    ...createAuthRules(),
    ...createDashboardRules(localOnly),
    ...createDocsRules({ localOnly, kit }),
    ...createGatewayRules({ localOnly, kit, protos }),
    ...createDeployRules({ localOnly, kit, protos }),
    {
      name: 'kit-sees-npm-only',
      severity: 'error',
      comment: 'The kit is mechanism without a business noun: it knows no unit and no proto.',
      from: { path: kit },
      to: { ...localOnly, pathNot: kit },
    },
    ...createKitRules(),
    {
      name: 'protos-see-npm-only',
      severity: 'error',
      comment: 'The protos are a contract that stands alone.',
      from: { path: protos },
      to: { ...localOnly, pathNot: protos },
    },
    {
      name: 'tests-are-not-imported',
      severity: 'error',
      comment: 'Nothing that ships depends on a test.',
      from: { pathNot: '^tests/' },
      to: { path: '^tests/' },
    },
    {
      name: 'mongo-stays-in-store',
      severity: 'error',
      comment: 'mongoose and its types (ClientSession too) do not leave store/, the kit and the dumps.',
      from: { path: '^(services|gateway|deploy)/', pathNot: [kit, '/src/[^/]+/store/', '^deploy/backup/src/mongodb/'] },
      to: { path: `${thirdParty}(@types/)?(mongoose|mongodb)/` },
    },
    {
      name: 'other-units-by-package-name',
      severity: 'error',
      comment: 'A path into another unit works in the sources and not in what is built from them.',
      from: { path: '^(services/[^/]+|gateway|deploy/[^/]+|protos)/' },
      to: {
        path: '^(services/[^/]+|gateway|deploy/[^/]+|protos)/',
        pathNot: '^$1/',
        dependencyTypes: ['local'],
        dependencyTypesNot: ['aliased'],
      },
    },
    {
      name: 'sources-not-builds',
      severity: 'error',
      comment: 'dist/ is what the compiler makes of the sources; only the launcher, which builds it, loads it by path.',
      from: { pathNot: '^deploy/local/(start|dev)\\.mjs$' },
      to: { path: '^(services/[^/]+|gateway|deploy/[^/]+|protos)/dist/' },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Two files that need each other are one file, or three.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      comment: 'A file that imports nothing and that nobody imports is dead.',
      from: {
        orphan: true,
        pathNot: [
          '^protos/gen/',
          '^deploy/(container|helm|secrets)/',
          '^services/docs/assets/',
          '^services/dashboard/gen/',
          '\\.(css|d\\.mts)$',
          '^tests/deploy/local/stubs/',
          '^tests/(support/leak-watch|bench/run)\\.ts$',
        ],
      },
      to: {},
    },
    {
      name: 'reached-from-a-main',
      severity: 'error',
      comment: 'What no program reaches does not ship; that a test imports it is not enough.',
      from: {
        path: [
          '^(services/[^/]+|gateway|deploy/documentdb-bridge)/src/main\\.ts$',
          '^services/[^/]+/src/(commands|migrations)/[^/]+\\.ts$',
          '^deploy/local/src/cli/(start|dev)\\.ts$',
          '^deploy/(single|backup)/src/(main|migrate)\\.ts$',
        ],
      },
      to: {
        path: '^(services/[^/]+|gateway|deploy/documentdb-bridge|deploy/backup)/src/',
        pathNot: ['/src/(main|(commands|migrations)/[^/]+)\\.ts$', '^services/dashboard/'],
        reachable: false,
      },
    },
    {
      name: 'resolvable',
      severity: 'error',
      comment:
        'The import leads nowhere. (The season and the uses of clients compile against types that are made while they are tested.)',
      from: { pathNot: '^tests/nightly/(flows/season/integration|gateway/clients/usage)/' },
      to: { couldNotResolve: true },
    },
    {
      name: 'declared-packages',
      severity: 'error',
      comment: 'The package is not in the package.json of the unit that imports it.',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-dev-packages-in-what-ships',
      severity: 'error',
      comment: 'The image is pruned to production dependencies: at run time the package would be missing.',
      from: {
        path: '^(services|gateway|protos|deploy)/',
        pathNot: '^services/dashboard/(build/|vite\\.config\\.mjs$)',
      },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: [thirdParty, '(^|/)dist/'] },
    // The apps have their own packages, which the checkout doesn't install.
    exclude: { path: '(^|/)\\.local/|^services/connect/apps/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: '.dependency-cruiser.tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      mainFields: ['module', 'main', 'types'],
    },
    progress: { type: 'none' },
  },
};
