import { chmod, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  canUnpackPackages,
  getLibraries,
  obtainPackageRoot,
  type PackageRecipe,
} from '@plotline/local/stores/debian/package-root';
import { runCommand } from '@plotline/local/stores/debian/run-command';
import { findBinary } from '@plotline/local/stores/find-server';

const installedNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

const program = 'usr/lib/chromium/chromium-headless-shell';
const startScript = 'usr/lib/chromium/start';
const patchDeadlineMs = 60_000;

/**
 * Excludes graphics drivers and their dependencies. They are more than a third of the root, and no test needs a screen.
 */
const unneeded = /^lib(LLVM|gallium|z3)[.-]/;

const recipe: PackageRecipe = {
  name: 'chromium',
  packages: ['chromium-headless-shell', 'fonts-dejavu-core', 'patchelf'],
  programs: ['usr/bin'],
  async finish(root) {
    const { loader, folder } = getLibraries(root);
    for (const name of await readdir(folder)) {
      if (unneeded.test(name)) await rm(join(folder, name));
    }
    // Chromium starts its own executable again for every page. If the loader started Chromium, as it starts other
    // programs of a root, that executable would be the loader.
    const args = ['--set-interpreter', loader, join(root, program)];
    await runCommand(join(root, 'usr/bin/patchelf'), args, { environment: {}, deadlineMs: patchDeadlineMs });
    const script = join(root, startScript);
    const lines = [
      '#!/bin/sh',
      `export LD_LIBRARY_PATH="${folder}:${folder}/pulseaudio" FONTCONFIG_SYSROOT="${root}"`,
      `exec "${join(root, program)}" "$@"`,
    ];
    await writeFile(script, `${lines.join('\n')}\n`);
    await chmod(script, 0o755);
  },
};

function createMissingError(why: string): Error {
  return new Error(
    `The tests in a browser need Chromium: none of ${installedNames.join(', ')} is on the PATH. ${why}\nInstall it (apt-get install chromium) and run the tests again.`,
  );
}

/**
 * Returns the path of Chromium. Uses the installed program, or else Debian's package, which is unpacked into the cache
 * beside the stores' packages without root rights.
 * @throws Error that says why neither is available and what to install.
 */
export async function obtainChromium(environment: NodeJS.ProcessEnv): Promise<string> {
  const path = environment['PATH'] ?? '';
  const installed = installedNames.map((name) => findBinary(name, path)).find(Boolean);
  if (installed) return installed;
  if (!canUnpackPackages(environment)) {
    throw createMissingError('Its package can be unpacked on Debian and Ubuntu (amd64, arm64) only.');
  }
  const report = (line: string) => process.stdout.write(`${line}\n`);
  const root = await obtainPackageRoot(recipe, { environment, report }).catch((error: unknown) => {
    throw createMissingError(`Its package could not be unpacked: ${error instanceof Error ? error.message : error}`);
  });
  return join(root, startScript);
}
