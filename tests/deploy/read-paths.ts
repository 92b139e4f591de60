import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './compose-file.js';

const relative = /new URL\(\s*(['`])([^'`]+)\1,\s*import\.meta\.url,?\s*\)/g;

/** Finds the relative paths in a module. If a path is composed at run time, returns its folder. */
function findRelative(module: string): string[] {
  const text = readFileSync(join(root, module), 'utf8');
  const left = text.replaceAll(relative, '').replaceAll('createRequire(import.meta.url)', '');
  if (/import\.meta\.(url|dirname|filename)/.test(left))
    throw new Error(
      `${module} names a file in a way that these tests cannot read: write new URL('…', import.meta.url).`,
    );
  return [...text.matchAll(relative)].map(([, , path = '']) => {
    const fixed = path.replace(/[^/]*\$\{.*$/, '');
    return join(dirname(module), fixed).replace(/\/$/, '');
  });
}

/** Finds the files and folders, other than modules, that programs read relative to their modules at run time. */
export function findReadPaths(units: readonly string[]): string[] {
  const modules = units.flatMap((unit) =>
    readdirSync(join(root, unit, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => join(unit, 'src', path)),
  );
  return modules.flatMap(findRelative).filter((path) => !units.some((unit) => path.startsWith(`${unit}/src/`)));
}
