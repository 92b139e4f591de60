import { readVariables } from '../kubernetes/environment.js';
import type { Manifest, Workload } from '../kubernetes/manifests.js';

/** JSON value. */
type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

const toJson = (value: object): Json => JSON.parse(JSON.stringify(value));

const isObject = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Labels and annotations that only Helm's objects have. */
const own = /^(helm\.sh\/|app\.kubernetes\.io\/(managed-by|instance)$|plotline\/configuration$)/;

/**
 * Sorts every list whose order has no meaning, and drops keys that only Helm's objects have. Keeps the order of a
 * command.
 */
function order(value: Json, key = ''): Json {
  if (Array.isArray(value)) {
    const items = value.map((one) => order(one));
    return key === 'command' ? items : items.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  }
  if (!isObject(value)) return value;
  const entries = Object.entries(value)
    .filter(([name]) => !own.test(name))
    .map(([name, one]) => [name, order(one, name)] as const)
    .filter(([name, one]) => !((name === 'labels' || name === 'annotations') && JSON.stringify(one) === '{}'));
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Removes hashes. With kustomize, the name of a ConfigMap ends with a hash. Helm's pods have the hash as an annotation
 * instead.
 */
function withoutHashes(manifests: readonly Manifest[]): readonly Manifest[] {
  const names = manifests.filter(({ kind }) => kind === 'ConfigMap').map(({ metadata }) => metadata.name);
  const text = names.reduce(
    (all, name) => all.replaceAll(`"name":"${name}"`, `"name":"${name.replace(/-[a-z0-9]{10}$/, '')}"`),
    JSON.stringify(manifests),
  );
  return JSON.parse(text);
}

function isWorkload(manifest: Manifest): manifest is Workload {
  return ['Deployment', 'StatefulSet', 'Job'].includes(manifest.kind);
}

/**
 * Returns a migration with its variables resolved, because Helm's migrations can't read a ConfigMap yet. Removes the
 * account, because Helm's migrations have their own: the unit's account may not exist before the installation. Also
 * removes the revision at the end of the name.
 */
function withoutSources(manifests: readonly Manifest[], job: Workload): Json {
  const [container] = job.spec.template.spec.containers;
  const { env: _, envFrom: __, ...rest } = container ?? { name: '', image: '' };
  const { serviceAccountName: ___, containers: ____, ...pod } = job.spec.template.spec;
  return toJson({
    ...job,
    metadata: { ...job.metadata, name: job.metadata.name.replace(/-\d+$/, '') },
    spec: {
      ...job.spec,
      template: { ...job.spec.template, spec: { ...pod, containers: [rest] } },
    },
    variables: readVariables(manifests, job),
  });
}

/** Returns manifests by kind and name. Manifests from kustomize and from Helm are then equal if they do the same. */
export function toComparable(manifests: readonly Manifest[]): Record<string, Json> {
  const named = withoutHashes(manifests);
  return Object.fromEntries(
    named.map((one) => {
      const plain = order(one.kind === 'Job' && isWorkload(one) ? withoutSources(named, one) : toJson(one));
      const name = one.kind === 'Job' ? one.metadata.name.replace(/-\d+$/, '') : one.metadata.name;
      return [`${one.kind} ${name}`, plain];
    }),
  );
}
