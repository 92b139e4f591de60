import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { root } from '../compose-file.js';
import { type Manifest, renderManifests } from './manifests.js';

const kubernetes = join(root, 'deploy', 'kubernetes');

/** Renders an overlay on top of `production` with components that `production` lacks. */
export async function renderWithComponents(...names: readonly string[]): Promise<readonly Manifest[]> {
  const folder = await mkdtemp(join(tmpdir(), 'plotline-components-'));
  try {
    const to = (path: string) => relative(folder, join(kubernetes, path));
    const components = names.map((name) => to(`components/${name}`));
    const overlay = { resources: [to('overlays/production')], components };
    await writeFile(join(folder, 'kustomization.yaml'), JSON.stringify(overlay));
    return await renderManifests(relative(kubernetes, folder));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
