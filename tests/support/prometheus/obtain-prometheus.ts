import { join } from 'node:path';
import { canUnpackPackages, obtainPackageRoot, type PackageRecipe } from '@plotline/local/stores/debian/package-root';
import { findBinary } from '@plotline/local/stores/find-server';

const recipe: PackageRecipe = { name: 'prometheus', packages: ['prometheus'], programs: ['usr/bin'] };

/** Paths of the two programs. */
export interface PrometheusPrograms {
  readonly prometheus: string;
  /** Checks rules and runs their tests. */
  readonly promtool: string;
}

function createMissingError(why: string): Error {
  return new Error(
    `The tests of alerts need prometheus and promtool: they are not on the PATH. ${why}\nInstall them (apt-get install prometheus) and run the tests again.`,
  );
}

/**
 * Returns the paths of the programs. Uses the installed ones, or else those of Debian's package, which is unpacked into
 * the cache beside the stores' packages without root rights.
 * @throws Error that says why neither are available and what to install.
 */
export async function obtainPrometheus(environment: NodeJS.ProcessEnv): Promise<PrometheusPrograms> {
  const path = environment['PATH'] ?? '';
  const [prometheus, promtool] = ['prometheus', 'promtool'].map((name) => findBinary(name, path));
  if (prometheus && promtool) return { prometheus, promtool };
  if (!canUnpackPackages(environment)) {
    throw createMissingError('Their package can be unpacked on Debian and Ubuntu (amd64, arm64) only.');
  }
  const report = (line: string) => process.stdout.write(`${line}\n`);
  const root = await obtainPackageRoot(recipe, { environment, report }).catch((error: unknown) => {
    throw createMissingError(`Their package could not be unpacked: ${error instanceof Error ? error.message : error}`);
  });
  const programs = join(root, 'usr/bin');
  return { prometheus: join(programs, 'prometheus'), promtool: join(programs, 'promtool') };
}
