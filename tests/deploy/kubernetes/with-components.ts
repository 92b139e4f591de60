import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { root } from '../compose-file.js';
import { type Manifest, renderManifests } from './manifests.js';

const kubernetes = join(root, 'deploy', 'kubernetes');

interface Overlay {
  /** Folders below deploy/kubernetes. */
  readonly resources: readonly string[];
  readonly components: readonly string[];
  /** Further keys of the kustomization. */
  readonly further?: object;
}

/** Renders an overlay that only the test has. */
export async function renderOverlay({ resources, components, further }: Overlay): Promise<readonly Manifest[]> {
  const folder = await mkdtemp(join(tmpdir(), 'plotline-overlay-'));
  try {
    const toFolders = (paths: readonly string[]) => paths.map((path) => relative(folder, join(kubernetes, path)));
    const overlay = { ...further, resources: toFolders(resources), components: toFolders(components) };
    await writeFile(join(folder, 'kustomization.yaml'), JSON.stringify(overlay));
    return await renderManifests(relative(kubernetes, folder));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Renders an overlay on top of `production` with components that `production` lacks. */
export function renderWithComponents(...names: readonly string[]): Promise<readonly Manifest[]> {
  return renderOverlay({
    resources: ['overlays/production'],
    components: names.map((name) => `components/${name}`),
  });
}
