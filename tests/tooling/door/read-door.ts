import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { isTree, type Tree } from '../../support/contract/tree.js';
import { parseYaml } from '../../support/yaml.js';

export const root = join(import.meta.dirname, '..', '..', '..');

export function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

function toTree(path: string, value: unknown): Tree {
  if (!isTree(value)) throw new Error(`${path} has no object.`);
  return value;
}

export function readYaml(path: string): Tree {
  return toTree(path, parseYaml(readText(path)));
}

/** Returns the jobs of a workflow with their names. */
export function readJobs(path: string): readonly (readonly [string, Tree])[] {
  const { jobs } = readYaml(path);
  return isTree(jobs) ? Object.entries(jobs).flatMap(([name, job]) => (isTree(job) ? [[name, job] as const] : [])) : [];
}

/** Reads JSON with comments. Throws the first error. */
export function readJsonWithComments(path: string): Tree {
  const { config, error } = ts.parseConfigFileTextToJson(path, readText(path));
  if (error) throw new Error(`${path}: ${ts.flattenDiagnosticMessageText(error.messageText, ' ')}`);
  return toTree(path, config);
}

/** Returns the paths of the files in a folder, at any depth. */
export function listFiles(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true, encoding: 'utf8' })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}

/** Returns the names of the npm scripts that a text runs in the root of the checkout. */
export function findScripts(text: string): readonly string[] {
  const runs = text.matchAll(/\bnpm (?:run (\w[\w-]*(?::[\w-]+)*)|(start|test)\b)/g);
  return [...runs].map(([, script, command]) => script ?? command ?? '');
}

export function readRootScripts(): readonly string[] {
  const { scripts } = toTree('package.json', JSON.parse(readText('package.json')));
  return isTree(scripts) ? Object.keys(scripts) : [];
}
