// Import rules of the gateway: public imports changes, then edge, contract and limits. The files that start the gateway
// are above them.

/** Each folder may import itself and the folders before it. */
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
