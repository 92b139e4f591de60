import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDocuments } from '@plotline/gateway/contract/documents';
import { readContract } from '@plotline/gateway/contract/merge';
import { placeholderAddresses } from '@plotline/gateway/contract/placeholder-addresses';
import { createSite } from './site.js';

const services = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Writes the files of a folder. Removes the files of an earlier build last, because a gateway may still be serving
 * them.
 */
function writeFolder(folder: string, files: ReadonlyMap<string, string>): void {
  for (const [name, text] of files) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const present = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = new Set([...files.keys()].map((name) => join(folder, name)));
  for (const { parentPath, name } of present) {
    const file = join(parentPath, name);
    if (!paths.has(file)) rmSync(file);
  }
}

/** Builds the sites of the hosts `api` and `auth`, each into a folder with the host's name. */
export function buildSite(folder: string): void {
  const documents = createDocuments(readContract(services), services, placeholderAddresses);
  const { api, auth } = placeholderAddresses;
  const sites = {
    api: createSite({ document: documents.api, title: 'Plotline API', otherHost: auth }),
    auth: createSite({ document: documents.auth, title: 'Plotline authorization server', otherHost: api }),
  };
  for (const [host, files] of Object.entries(sites)) writeFolder(join(folder, host), files);
}
