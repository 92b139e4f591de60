import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { parseAllYaml } from '../../support/yaml.js';
import { programs, root } from '../compose-file.js';
import { render } from './kubectl.js';
import { type Manifest, overlays, readManifests, workloadsOf } from './manifests.js';

/** Returns the images of the workloads by workload name. */
function readImages(manifests: readonly Manifest[]): Map<string, string | undefined> {
  return new Map(
    workloadsOf(manifests).map(({ metadata, spec }) => [metadata.name, spec.template.spec.containers[0]?.image]),
  );
}

for (const overlay of overlays) {
  describe(`the version of one unit in the overlay ${overlay}`, () => {
    let folder: string;
    before(() => {
      folder = mkdtempSync(join(tmpdir(), 'plotline-overlay-'));
      for (const part of ['kubernetes', 'container']) {
        cpSync(join(root, 'deploy', part), join(folder, part), { recursive: true });
      }
    });
    after(() => rmSync(folder, { recursive: true, force: true }));

    it("is set by the unit's tag, which applies only to its program and its migration", async () => {
      const before = readImages(await readManifests(overlay));
      const target = join(folder, 'kubernetes', 'overlays', overlay);
      const file = join(target, 'kustomization.yaml');
      const written = readFileSync(file, 'utf8').replace(/(name: plotline-team, .*newTag: )[\w.]+/, '$19.9.9');
      writeFileSync(file, written);
      const manifests: Manifest[] = parseAllYaml(await render(target));
      const changed = [...readImages(manifests)].filter(([name, image]) => before.get(name) !== image);
      expect(changed.map(([name]) => name)).to.have.members(['team', 'team-migration']);
      for (const [, image] of changed) expect(image).to.match(/^[\w./]*plotline:9\.9\.9$/);
      expect(readImages(manifests).size).to.equal(before.size);
    });

    it('is a tag of the same image for every unit', async () => {
      const images = readImages(await readManifests(overlay));
      for (const [name] of programs) expect(images.get(name), name).to.match(/^([\w.]+\/)?plotline:[\w.]+$/);
    });
  });
}
