// Import rules of deploy/. It starts the programs, and nothing imports it.

/**
 * @param {{ localOnly: import('dependency-cruiser').IToRestrictionType, kit: string, protos: string }} parts
 * @returns {import('dependency-cruiser').IForbiddenRuleType[]}
 */
module.exports = ({ localOnly, kit, protos }) => [
  {
    name: 'launcher-sees-kit-and-protos',
    severity: 'error',
    comment: 'The launcher starts programs; it imports none of their code.',
    from: { path: '^deploy/(local|container|secrets)/' },
    to: { ...localOnly, pathNot: ['^deploy/(local|container|secrets)/', kit, protos] },
  },
  {
    name: 'single-sees-programs-and-kit',
    severity: 'error',
    comment:
      'The one process starts the gateway and the services; it alone imports all of them, and only what starts and migrates them.',
    from: { path: '^deploy/single/' },
    to: {
      ...localOnly,
      pathNot: [
        '^deploy/single/',
        '^services/(?!dashboard/)[^/]+/src/(start|migrate)\\.ts$',
        '^gateway/src/(start|edge/local-dispatcher)\\.ts$',
        kit,
      ],
    },
  },
  {
    name: 'backup-sees-kit',
    severity: 'error',
    comment: 'Backups read the databases as they are; they know nothing of the services.',
    from: { path: '^deploy/backup/' },
    to: { ...localOnly, pathNot: ['^deploy/backup/', kit] },
  },
  {
    name: 'documentdb-bridge-sees-npm-only',
    severity: 'error',
    comment: 'The bridge could be published as it is: it knows nothing of Plotline.',
    from: { path: '^deploy/documentdb-bridge/' },
    to: { ...localOnly, pathNot: '^deploy/documentdb-bridge/' },
  },
];
