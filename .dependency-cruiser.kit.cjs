// Layers of the kit (architecture, "The kit"). Imports only go down, so that no two parts form a cycle.

const storeys = [
  'core',
  'telemetry',
  'network',
  'objects',
  'pdf',
  'broker',
  'store',
  'http',
  'rpc',
  'tasks',
  'imports',
  'service',
  'ops',
  'commands',
];

const inKit = (folders) => `^services/kit/src/(${folders.join('|')})/`;

/** @returns {import('dependency-cruiser').IForbiddenRuleType[]} */
module.exports = () => [
  ...storeys.slice(0, -1).map((folder, index) => ({
    name: `kit-${folder}-imports-down`,
    severity: 'error',
    comment: `${folder}/ of the kit imports itself and the storeys below it: ${storeys.slice(0, index).join(', ') || 'none'}.`,
    from: { path: inKit([folder]) },
    to: { path: '^services/kit/src/', pathNot: inKit(storeys.slice(0, index + 1)) },
  })),
  {
    name: 'kit-has-storeys-only',
    severity: 'error',
    comment: 'Each file of the kit stands in one of its storeys.',
    from: { path: '^services/kit/src/', pathNot: inKit(storeys) },
    to: {},
  },
];
