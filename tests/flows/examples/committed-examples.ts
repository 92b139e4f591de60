import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/** What the gateway puts into its document: a file for each operation, and one for the refusals that all share. */
const folder = new URL('../../../gateway/examples/', import.meta.url);
const operationsFolder = new URL('operations/', folder);

export type ExampleFiles = Readonly<Record<string, unknown>>;

export function readCommittedExamples(): ExampleFiles {
  const parse = (file: URL): unknown => JSON.parse(readFileSync(file, 'utf8'));
  const operations = readdirSync(operationsFolder).map((name) => {
    return [`operations/${name}`, parse(new URL(name, operationsFolder))];
  });
  return { 'shared.json': parse(new URL('shared.json', folder)), ...Object.fromEntries(operations) };
}

/** Writes them anew; `npm run format` lays them out. */
export function writeExamples(files: ExampleFiles): void {
  rmSync(operationsFolder, { recursive: true, force: true });
  mkdirSync(operationsFolder, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(new URL(name, folder), `${JSON.stringify(content, null, 2)}\n`);
  }
}
