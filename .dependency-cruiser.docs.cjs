// Import rules of the docs: the reference and the guides, which a build renders from the contract.

/**
 * @param {{ localOnly: import('dependency-cruiser').IToRestrictionType, kit: string }} parts
 * @returns {import('dependency-cruiser').IForbiddenRuleType[]}
 */
module.exports = ({ localOnly, kit }) => [
  {
    name: 'docs-sees-contract-and-kit',
    severity: 'error',
    comment:
      'The pages show the documents that the gateway makes of the contracts; they know nothing else of a program.',
    from: { path: '^services/docs/' },
    to: { ...localOnly, pathNot: ['^services/docs/', '^gateway/src/contract/', kit] },
  },
  {
    name: 'nothing-imports-docs',
    severity: 'error',
    comment: 'The gateway serves the pages that were built; tests alone import what builds them.',
    from: { path: '^(services|gateway|deploy|protos)/', pathNot: '^services/docs/' },
    to: { path: '^services/docs/' },
  },
];
