import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { canUnpackPackages, obtainPackageRoot, type PackageRecipe } from '@plotline/local/stores/debian/package-root';
import { root } from '../compose-file.js';

/** kubectl carries kustomize. Like the stores of npm start, it comes from Debian's packages, once for each machine. */
const recipe: PackageRecipe = { name: 'kubectl', packages: ['kubernetes-client'], programs: ['usr/bin'] };

async function findKubectl(): Promise<string> {
  // Elsewhere the one on the PATH has to do.
  if (!canUnpackPackages(process.env)) return 'kubectl';
  const folder = await obtainPackageRoot(recipe, { environment: process.env, report: () => undefined });
  return join(folder, 'usr', 'bin', 'kubectl');
}

let kubectl: Promise<string> | undefined;

/** The manifests of a folder, from deploy/kubernetes on, as YAML. */
export async function render(folder: string): Promise<string> {
  kubectl ??= findKubectl();
  const path = resolve(root, 'deploy', 'kubernetes', folder);
  const { stdout } = await promisify(execFile)(await kubectl, ['kustomize', path], { maxBuffer: 16 * 1_048_576 });
  return stdout;
}
