// Import rules of the dashboard: app imports features, features import ui, and ui imports api.

const src = '^services/dashboard/src/';

/** Each feature may import the features after it. services/dashboard/README.md describes them. */
const features = [
  'search',
  'today',
  'profile',
  'feed',
  'imports',
  'audit',
  'apps',
  'keys',
  'integrations',
  'connections',
  'webhooks',
  'deliveries',
  'events',
  'analytics',
  'deals',
  'document-templates',
  'commissions',
  'statements',
  'invoices',
  'lead-table',
  'exports',
  'properties',
  'units',
  'pipeline',
  'leads',
  'tasks',
  'files',
  'emails',
  'holds',
  'documents',
  'payment-links',
  'payment-plans',
  'listings',
  'people',
  'workspace',
  'navigation',
];

/** @returns {import('dependency-cruiser').IForbiddenRuleType[]} */
const createOrderRules = () =>
  features.slice(1).map((feature, index) => ({
    name: 'dashboard-features-import-downwards',
    severity: 'error',
    comment: 'A feature imports only features that services/dashboard/README.md lists below it.',
    from: { path: `${src}features/${feature}/` },
    to: { path: `${src}features/(${features.slice(0, index + 1).join('|')})/` },
  }));

/**
 * @param {import('dependency-cruiser').IToRestrictionType} localOnly
 * @returns {import('dependency-cruiser').IForbiddenRuleType[]}
 */
const createDashboardRules = (localOnly) => [
  {
    name: 'dashboard-is-apart',
    severity: 'error',
    comment: 'The dashboard depends only on the served contract, from which its build generates types.',
    from: { path: '^services/dashboard/', pathNot: '^services/dashboard/build/' },
    to: { ...localOnly, pathNot: '^services/dashboard/' },
  },
  {
    name: 'dashboard-api-is-lowest',
    severity: 'error',
    comment: 'api/ calls the server and knows no screen.',
    from: { path: `${src}api/` },
    to: { path: `${src}(ui|features|app)/` },
  },
  {
    name: 'dashboard-ui-knows-no-feature',
    severity: 'error',
    comment: 'ui/ has primitives without a business noun. It imports only itself and api/.',
    from: { path: `${src}ui/` },
    to: { path: `${src}(features|app)/` },
  },
  {
    name: 'dashboard-features-know-no-app',
    severity: 'error',
    comment: 'A feature imports itself, features below it, ui/ and api/.',
    from: { path: `${src}features/` },
    to: { path: `${src}app/` },
  },
  {
    name: 'dashboard-features-are-listed',
    severity: 'error',
    comment: 'A new feature needs a place in the order, here and in services/dashboard/README.md.',
    from: { path: `${src}features/`, pathNot: `${src}features/(${features.join('|')})/` },
    to: {},
  },
  ...createOrderRules(),
  {
    name: 'dashboard-pages-load-lazily',
    severity: 'error',
    comment:
      'app/ loads the code of a page when the page is first opened. A route may name queries, whose records then load ' +
      'together with the code.',
    from: { path: `${src}app/` },
    to: { path: `${src}features/`, pathNot: '-queries\\.ts$', dynamic: false },
  },
  {
    name: 'nothing-imports-dashboard',
    severity: 'error',
    comment: 'Only tests import the dashboard. The gateway serves its build output.',
    from: { path: '^(services|gateway|deploy|protos)/', pathNot: '^services/dashboard/' },
    to: { path: '^services/dashboard/' },
  },
];

module.exports = Object.assign(createDashboardRules, { features });
