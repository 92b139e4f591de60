// Import rules of the gateway: limits ← contract ← edge ← changes ← public, below the files that start it.

/** Each folder imports itself and the ones before it. */
const layers = ['limits', 'contract', 'edge', 'changes', 'public'];

/**
 * @param {{ localOnly: import('dependency-cruiser').IToRestrictionType, kit: string, protos: string }} parts
 * @returns {import('dependency-cruiser').IForbiddenRuleType[]}
 */
module.exports = ({ localOnly, kit, protos }) => [
  {
    name: 'gateway-sees-kit-and-protos',
    severity: 'error',
    comment: 'The gateway knows services by their contracts, not by their code.',
    from: { path: '^gateway/' },
    to: { ...localOnly, pathNot: ['^gateway/', kit, protos] },
  },
  ...layers.map((layer, index) => {
    const below = layers.slice(0, index);
    return {
      name: `gateway-${layer}-sees-what-is-below`,
      severity: 'error',
      comment: `${layer}/ imports ${[layer, ...below].map((one) => `${one}/`).join(', ')}, the kit and the protos, so that folders form no cycle.`,
      from: { path: `^gateway/src/${layer}/` },
      to: { ...localOnly, pathNot: [`^gateway/src/(${[layer, ...below].join('|')})/`, kit, protos] },
    };
  }),
];
