// Import rules of the dashboard.

/**
 * @param {import('dependency-cruiser').IToRestrictionType} localOnly
 * @returns {import('dependency-cruiser').IForbiddenRuleType[]}
 */
module.exports = (localOnly) => [
  {
    name: 'dashboard-is-apart',
    severity: 'error',
    comment: 'The dashboard depends only on the served contract, from which its build generates types.',
    from: { path: '^services/dashboard/', pathNot: '^services/dashboard/build/' },
    to: { ...localOnly, pathNot: '^services/dashboard/' },
  },
  {
    name: 'dashboard-pages-are-apart',
    severity: 'error',
    comment:
      'A page imports only its own folder, components/, api/ and its parent route. Shared code belongs in components/ or api/.',
    from: { path: '^services/dashboard/src/pages/([^/]+)/' },
    to: {
      path: '^services/dashboard/src/(pages|app)/',
      pathNot: ['^services/dashboard/src/pages/$1/', '/app/root-route\\.tsx$'],
    },
  },
  {
    name: 'dashboard-components-see-api',
    severity: 'error',
    comment: 'components/ and api/ are below pages/ and app/, and import nothing from them.',
    from: { path: '^services/dashboard/src/(components|api)/' },
    to: { path: '^services/dashboard/src/(pages|app)/' },
  },
  {
    name: 'nothing-imports-dashboard',
    severity: 'error',
    comment: 'Only tests import the dashboard. The gateway serves its build output.',
    from: { path: '^(services|gateway|deploy|protos)/', pathNot: '^services/dashboard/' },
    to: { path: '^services/dashboard/' },
  },
];
