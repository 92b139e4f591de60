import { join } from 'node:path';
import { obtainPackageRoot, type PackageRecipe } from '@plotline/local/stores/debian/package-root';
import { findBinary } from '@plotline/local/stores/find-server';

const recipe: PackageRecipe = { name: 'caddy', packages: ['caddy'], programs: ['usr/bin'] };

/**
 * Returns the path of Caddy. Uses the installed program, or else Debian's package, which is unpacked into the cache
 * beside the stores' packages.
 */
export async function obtainCaddy(environment: NodeJS.ProcessEnv): Promise<string> {
  const installed = findBinary('caddy', environment['PATH'] ?? '');
  if (installed) return installed;
  const report = (line: string) => process.stdout.write(`${line}\n`);
  return join(await obtainPackageRoot(recipe, { environment, report }), 'usr/bin/caddy');
}
