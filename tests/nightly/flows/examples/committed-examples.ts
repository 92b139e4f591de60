import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { DocumentedHost } from '@plotline/gateway/contract/examples';

/** Files that the gateway includes in the document of a host: one for each operation, and one for shared refusals. */
const folderOf = (host: DocumentedHost) => new URL(`../../../../gateway/examples/${host}/`, import.meta.url);
const operationsOf = (host: DocumentedHost) => new URL('operations/', folderOf(host));

export type ExampleFiles = Readonly<Record<string, unknown>>;

export function readCommittedExamples(host: DocumentedHost): ExampleFiles {
  const parse = (file: URL): unknown => JSON.parse(readFileSync(file, 'utf8'));
  const operations = readdirSync(operationsOf(host)).map((name) => {
    return [`operations/${name}`, parse(new URL(name, operationsOf(host)))];
  });
  return { 'shared.json': parse(new URL('shared.json', folderOf(host))), ...Object.fromEntries(operations) };
}

/** Rewrites the files. `npm run format` formats them. */
export function writeExamples(host: DocumentedHost, files: ExampleFiles): void {
  rmSync(operationsOf(host), { recursive: true, force: true });
  mkdirSync(operationsOf(host), { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(new URL(name, folderOf(host)), `${JSON.stringify(content, null, 2)}\n`);
  }
}
