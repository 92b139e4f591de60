import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { canUnpackPackages, obtainPackageRoot, type PackageRecipe } from '@plotline/local/stores/debian/package-root';
import { root } from '../compose-file.js';

/**
 * kubectl includes kustomize. On Debian it comes from a Debian package, like the stores of npm start, and is downloaded
 * once per machine.
 */
const recipe: PackageRecipe = { name: 'kubectl', packages: ['kubernetes-client'], programs: ['usr/bin'] };

async function findKubectl(): Promise<string> {
  // On other systems, uses the kubectl on the PATH.
  if (!canUnpackPackages(process.env)) return 'kubectl';
  const folder = await obtainPackageRoot(recipe, { environment: process.env, report: () => undefined });
  return join(folder, 'usr', 'bin', 'kubectl');
}

let kubectl: Promise<string> | undefined;

/** Renders the manifests of a folder below deploy/kubernetes as YAML. */
export async function render(folder: string): Promise<string> {
  kubectl ??= findKubectl();
  const path = resolve(root, 'deploy', 'kubernetes', folder);
  const { stdout } = await promisify(execFile)(await kubectl, ['kustomize', path], { maxBuffer: 16 * 1_048_576 });
  return stdout;
}
