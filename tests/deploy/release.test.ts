import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { parseYaml } from '../support/yaml.js';
import { type ComposeFile, composeFile, jobs, programs, root, stores } from './compose-file.js';

const release: ComposeFile = parseYaml(readFileSync(join(root, 'deploy', 'compose.release.yml'), 'utf8'));
const dockerfile = readFileSync(join(root, 'deploy', 'Dockerfile'), 'utf8');

/** Returns an image with its tag and digest. Without the digest, Docker Compose refuses to continue. */
const pinned = (image: string, variable: string) => `${image}@\${${variable}:?the digest of ${image}}`;

describe('deploy/compose.release.yml', () => {
  it('requires a digest for every store of docker-compose.yml', () => {
    for (const name of stores) {
      const image = composeFile.services[name]?.image ?? '';
      expect(release.services[name]).to.deep.equal({ image: pinned(image, `${name.toUpperCase()}_DIGEST`) });
    }
  });

  it("requires a digest for every program's base image, and a version for all units or for each unit", () => {
    const [, image = ''] = /^ARG NODE_IMAGE=(\S+)$/m.exec(dockerfile) ?? [];
    for (const [name] of [...programs, ...jobs]) {
      const unit = name.replace('-migration', '').toUpperCase();
      const version = `\${PLOTLINE_${unit}_VERSION:-\${PLOTLINE_VERSION:?the version of the release}}`;
      expect(release.services[name], name).to.deep.equal({
        image: `plotline:${version}`,
        build: { args: { NODE_IMAGE: pinned(image, 'NODE_DIGEST') } },
      });
    }
    const names = [...programs, ...jobs].map(([name]) => name);
    expect(Object.keys(release.services)).to.have.members([...stores, ...names]);
  });

  it('is documented with a variables file that has the Compose files and all required values', () => {
    const text = readFileSync(join(root, 'deploy', 'compose.release.yml'), 'utf8');
    const required = [...text.matchAll(/\$\{(\w+):\?/g)].map(([, name = '']) => name);
    const page = readFileSync(join(root, 'deploy', 'README.md'), 'utf8');
    const [, written = ''] = /In `\.env`:\n\n((?: {4}\S+\n)+)/.exec(page) ?? [];
    const variables = new Map(written.split('\n').map((line) => [line.trim().split('=')[0], line.split('=')[1]]));
    expect(variables.get('COMPOSE_FILE')).to.equal('docker-compose.yml:deploy/compose.release.yml');
    expect([...variables.keys()]).to.include.members(required);
  });

  it('covers every base image in the Dockerfile', () => {
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
    const stages = [...dockerfile.matchAll(/^FROM \S+ AS (\S+)/gm)].map(([, stage]) => stage);
    expect(bases.filter((base) => !stages.includes(base))).to.satisfy((outer: string[]) =>
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the Dockerfile
      outer.every((base) => base === '${NODE_IMAGE}'),
    );
  });
});
