import { type Manifest, ofKind, type Workload } from './manifests.js';

interface ConfigMap extends Manifest {
  readonly data: Readonly<Record<string, string>>;
}

/** Returns the values of a ConfigMap by the name that the workloads use. */
export function readConfigMap(manifests: readonly Manifest[], name = ''): ConfigMap['data'] {
  const [map] = ofKind<ConfigMap>(manifests, 'ConfigMap').filter(({ metadata }) => metadata.name === name);
  if (!map) throw new Error(`There is no ConfigMap ${name}.`);
  return map.data;
}

/** Returns the environment of a workload's only container. */
export function readVariables(manifests: readonly Manifest[], { spec }: Workload): Record<string, string> {
  const [{ env = [], envFrom = [] } = {}] = spec.template.spec.containers;
  const pairs = envFrom.flatMap(({ configMapRef }) => Object.entries(readConfigMap(manifests, configMapRef?.name)));
  for (const { name, value = '', valueFrom } of env) {
    const { name: map, key = '' } = valueFrom?.configMapKeyRef ?? {};
    pairs.push([name, map === undefined ? value : (readConfigMap(manifests, map)[key] ?? '')]);
  }
  return Object.fromEntries(pairs);
}
