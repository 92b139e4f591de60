import { isSelected, type Manifest, ofKind, type Pod } from './manifests.js';

interface Selector {
  readonly matchLabels?: Readonly<Record<string, string>>;
}

interface Peer {
  readonly podSelector?: Selector;
  readonly namespaceSelector?: Selector;
  readonly ipBlock?: { readonly cidr: string; readonly except?: readonly string[] };
}

interface Rule {
  readonly from?: readonly Peer[];
  readonly to?: readonly Peer[];
  readonly ports?: readonly { readonly port: number | string; readonly endPort?: number; readonly protocol?: string }[];
}

interface NetworkPolicy extends Manifest {
  readonly spec: {
    readonly podSelector: Selector;
    readonly policyTypes: readonly string[];
    readonly ingress?: readonly Rule[];
    readonly egress?: readonly Rule[];
  };
}

type Direction = 'ingress' | 'egress';

/** A peer, and the ports that are allowed. */
interface Grant {
  readonly peer: Peer;
  readonly ports: readonly (string | number)[];
}

export const nameOf = ({ metadata }: Pod): string => metadata.labels['app.kubernetes.io/name'] ?? '';

function policiesFor(manifests: readonly Manifest[], { metadata }: Pod): NetworkPolicy[] {
  const policies = ofKind<NetworkPolicy>(manifests, 'NetworkPolicy');
  return policies.filter(({ spec }) => isSelected(metadata.labels, spec.podSelector.matchLabels));
}

/** Returns the directions for which a pod has policies. Other traffic in these directions is refused. */
export function isolatedDirections(manifests: readonly Manifest[], pod: Pod): Set<string> {
  return new Set(policiesFor(manifests, pod).flatMap(({ spec }) => spec.policyTypes));
}

function grantsOf(manifests: readonly Manifest[], pod: Pod, direction: Direction): Grant[] {
  return policiesFor(manifests, pod)
    .flatMap(({ spec }) => spec[direction] ?? [])
    .flatMap(({ from, to, ports }) => {
      // A rule without peers or ports would allow everything.
      if (!ports || !(from ?? to)) throw new Error(`A rule of ${nameOf(pod)} names no peers, or no ports.`);
      const described = ports.map(({ port, endPort }) => (endPort === undefined ? port : `${port}-${endPort}`));
      return (from ?? to ?? []).map((peer) => ({ peer, ports: described }));
    });
}

/** Lists the calls between pods that the policies of one side allow, such as `pipeline team:5104`. */
export function allowedCalls(manifests: readonly Manifest[], pods: readonly Pod[], side: Direction): string[] {
  return pods.flatMap((pod) =>
    grantsOf(manifests, pod, side).flatMap(({ peer, ports }) => {
      if (peer.namespaceSelector || peer.ipBlock) return [];
      const others = pods.filter((other) => isSelected(other.metadata.labels, peer.podSelector?.matchLabels));
      return others.flatMap((other) =>
        ports.map((port) =>
          side === 'egress' ? `${nameOf(pod)} ${nameOf(other)}:${port}` : `${nameOf(other)} ${nameOf(pod)}:${port}`,
        ),
      );
    }),
  );
}

/** Lists the peers outside a pod's namespace that the pod may reach or be reached from. */
export function outerGrants(manifests: readonly Manifest[], pod: Pod, side: Direction): Grant[] {
  return grantsOf(manifests, pod, side).filter(({ peer }) => peer.namespaceSelector || peer.ipBlock);
}
