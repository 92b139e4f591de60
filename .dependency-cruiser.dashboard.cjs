// Who may import whom in the dashboard, which knows the system by its contract alone.

/**
 * @param {import('dependency-cruiser').IToRestrictionType} localOnly
 * @returns {import('dependency-cruiser').IForbiddenRuleType[]}
 */
module.exports = (localOnly) => [
  {
    name: 'dashboard-is-apart',
    severity: 'error',
    comment:
      'The dashboard knows the system by its served contract, from which its build generates types, and by nothing else.',
    from: { path: '^services/dashboard/', pathNot: '^services/dashboard/build/' },
    to: { ...localOnly, pathNot: '^services/dashboard/' },
  },
  {
    name: 'dashboard-pages-are-apart',
    severity: 'error',
    comment:
      'A page imports its own folder, components/, api/ and the routes it hangs on; what two pages need is in components/ or api/.',
    from: { path: '^services/dashboard/src/pages/([^/]+)/' },
    to: {
      path: '^services/dashboard/src/(pages|app)/',
      pathNot: ['^services/dashboard/src/pages/$1/', '/app/root-route\\.tsx$'],
    },
  },
  {
    name: 'dashboard-components-see-api',
    severity: 'error',
    comment: 'components/ and api/ are below the pages and the shell, and api/ is below components/.',
    from: { path: '^services/dashboard/src/(components|api)/' },
    to: { path: '^services/dashboard/src/(pages|app)/' },
  },
  {
    name: 'nothing-imports-dashboard',
    severity: 'error',
    comment: 'The gateway serves what was built of it; tests alone import it.',
    from: { path: '^(services|gateway|deploy|protos)/', pathNot: '^services/dashboard/' },
    to: { path: '^services/dashboard/' },
  },
];
