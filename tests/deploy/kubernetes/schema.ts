import { join } from 'node:path';
import ts from 'typescript';
import type { Manifest } from './manifests.js';

/** Packages with the types of custom resources, by API group. All other types come from the Kubernetes package. */
const packages: Readonly<Record<string, string>> = {
  'keda.sh': '@kubernetes-models/keda',
  'gateway.networking.k8s.io': '@kubernetes-models/gateway-api',
  'external-secrets.io': '@kubernetes-models/external-secrets',
};

/** Returns the module that exports the type of a kind. */
function typeOf({ apiVersion, kind }: Manifest): string {
  const [group = ''] = apiVersion.split('/');
  return `${packages[group] ?? 'kubernetes-models'}/${apiVersion}/${kind}`;
}

/** The package knows the version 1 of External Secrets under its former name. The keys that we use are the same. */
function withTypedVersion(manifest: Manifest): Manifest {
  const isExternalSecret = manifest.apiVersion === 'external-secrets.io/v1';
  return isExternalSecret ? { ...manifest, apiVersion: 'external-secrets.io/v1beta1' } : manifest;
}

const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
};

/**
 * Finds errors in manifests according to Kubernetes' schemas, which the packages provide as types. Writes each manifest
 * as a literal of its type, so that the compiler reports unknown and missing keys.
 */
export function findSchemaFaults(manifests: readonly Manifest[]): string[] {
  const path = join(import.meta.dirname, 'rendered.ts');
  const lines = manifests
    .map(withTypedVersion)
    .map(
      (one, place) =>
        `import type { I${one.kind} as Kind${place} } from ${JSON.stringify(typeOf(one))};\n` +
        `export const manifest${place}: Kind${place} = ${JSON.stringify(one)};`,
    );
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.getSourceFile = (name, ...rest) =>
    name === path
      ? ts.createSourceFile(name, lines.join('\n'), ts.ScriptTarget.ES2022, true)
      : getSourceFile(name, ...rest);
  host.fileExists = (name) => name === path || fileExists(name);
  const program = ts.createProgram([path], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const place = Math.floor((file?.getLineAndCharacterOfPosition(start).line ?? 0) / 2);
    const { kind, metadata } = manifests[place] ?? { kind: file?.fileName, metadata: { name: '' } };
    return `${kind} ${metadata.name}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}
