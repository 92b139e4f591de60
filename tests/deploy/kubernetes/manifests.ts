import { parseAllYaml } from '../../support/yaml.js';
import { render } from './kubectl.js';

type Labels = Readonly<Record<string, string>>;

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Labels;
    readonly annotations?: Labels;
  };
}

export interface Probe {
  readonly httpGet?: { readonly path: string; readonly port: string };
  readonly exec?: unknown;
}

/** A container, with the keys that these tests check. */
export interface PodContainer {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly env?: readonly {
    readonly name: string;
    readonly value?: string;
    readonly valueFrom?: { readonly configMapKeyRef?: { readonly name: string; readonly key: string } };
  }[];
  readonly envFrom?: readonly { readonly configMapRef?: { readonly name: string } }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly resources?: Readonly<
    Record<
      'requests' | 'limits',
      { readonly cpu: string; readonly memory: string; readonly 'ephemeral-storage'?: string }
    >
  >;
  readonly securityContext?: unknown;
  readonly startupProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly lifecycle?: { readonly preStop: { readonly sleep: { readonly seconds: number } } };
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[];
}

export interface Pod {
  readonly metadata: { readonly labels: Labels };
  readonly spec: {
    readonly serviceAccountName: string;
    readonly automountServiceAccountToken?: boolean;
    readonly enableServiceLinks?: boolean;
    readonly terminationGracePeriodSeconds?: number;
    readonly securityContext?: unknown;
    readonly containers: readonly PodContainer[];
    readonly initContainers?: unknown;
    readonly volumes?: readonly {
      readonly name: string;
      readonly secret?: { readonly secretName: string; readonly items?: readonly { key: string; path: string }[] };
      readonly [source: string]: unknown;
    }[];
    readonly topologySpreadConstraints?: readonly {
      readonly topologyKey: string;
      readonly whenUnsatisfiable: string;
      readonly nodeTaintsPolicy?: string;
    }[];
    readonly [forbidden: string]: unknown;
  };
}

/** A manifest that creates pods: a Deployment, a StatefulSet or a Job. */
export interface Workload extends Manifest {
  readonly spec: {
    readonly replicas?: number;
    readonly strategy?: unknown;
    readonly selector?: { readonly matchLabels: Labels };
    readonly template: Pod;
  };
}

export interface Service extends Manifest {
  readonly spec: {
    readonly clusterIP?: string;
    readonly type?: string;
    readonly selector: Labels;
    readonly ports: readonly { readonly port: number; readonly targetPort?: string }[];
  };
}

/** The two overlays. */
export const overlays = ['single', 'production'] as const;
export type Overlay = (typeof overlays)[number];

const rendered = new Map<Overlay, Promise<readonly Manifest[]>>();

/** Renders the manifests of a folder below deploy/kubernetes. */
export async function renderManifests(folder: string): Promise<readonly Manifest[]> {
  return parseAllYaml(await render(folder));
}

/** Returns the manifests of an overlay, rendered once. */
export function readManifests(overlay: Overlay): Promise<readonly Manifest[]> {
  const manifests = rendered.get(overlay) ?? renderManifests(`overlays/${overlay}`);
  rendered.set(overlay, manifests);
  return manifests;
}

/** Returns the manifests of some kinds. The caller declares the type of their keys. */
export function ofKind<T extends Manifest>(manifests: readonly Manifest[], ...kinds: readonly string[]): T[] {
  return manifests.filter((one): one is T => kinds.includes(one.kind));
}

export function workloadsOf(manifests: readonly Manifest[]): Workload[] {
  return ofKind<Workload>(manifests, 'Deployment', 'StatefulSet', 'Job');
}

/** Whether labels match a selector. */
export function isSelected(labels: Labels, selector: Labels = {}): boolean {
  return Object.entries(selector).every(([name, value]) => labels[name] === value);
}
