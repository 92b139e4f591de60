import { expect } from 'chai';
import { type Tree, treesOf } from '../../support/contract/tree.js';
import { readJobs, readText } from './read-door.js';

const jobs = new Map([...readJobs('.github/workflows/image.yml'), ...readJobs('.github/workflows/ci.yml')]);

const stepsOf = (name: string): readonly Tree[] => treesOf(jobs.get(name)?.['steps']);
const findStep = (name: string, action: string) => stepsOf(name).find(({ uses }) => String(uses).startsWith(action));
const commandsOf = (name: string) =>
  stepsOf(name)
    .map(({ run }) => String(run ?? ''))
    .join('\n');

describe('the workflow of the image', () => {
  it('builds for both architectures on machines of their own, with a list of packages and the origin', () => {
    expect(jobs.get('build'))
      .to.have.nested.property('strategy.matrix.include')
      .deep.equal([
        { arch: 'amd64', runner: 'ubuntu-24.04' },
        { arch: 'arm64', runner: 'ubuntu-24.04-arm' },
      ]);
    expect(findStep('build', 'docker/build-push-action')?.['with']).to.include({
      file: 'deploy/Dockerfile',
      sbom: true,
      provenance: 'mode=max',
    });
  });

  it('fails when a fix exists for a high or critical vulnerability', () => {
    expect(findStep('build', 'anchore/scan-action')?.['with']).to.include({
      image: 'plotline:local',
      'only-fixed': true,
      'severity-cutoff': 'high',
      'fail-build': true,
    });
  });

  it('sells a unit on Compose and on Kubernetes with the same script', () => {
    expect(commandsOf('build')).to.include("node deploy/smoke-test.mjs --exec 'docker compose exec -T auth'");
    expect(commandsOf('kind')).to.include(
      "node deploy/smoke-test.mjs --exec 'kubectl -n plotline exec deployment/auth --'",
    );
  });

  it('builds once, and publishes and tests what it has built', () => {
    const builders = [...jobs.keys()].filter((name) => findStep(name, 'docker/build-push-action'));
    expect(builders).to.deep.equal(['build']);
    expect(commandsOf('build')).to.include('docker compose up --detach --no-build');
    for (const name of ['kind', 'publish'])
      expect(findStep(name, 'actions/download-artifact'), name).to.not.equal(undefined);
  });

  it('publishes only a tagged version whose image passed, and signs it by digest', () => {
    expect(jobs.get('publish')).to.include({ if: "github.ref_type == 'tag'", needs: 'image' });
    expect(jobs.get('image')).to.deep.include({ needs: ['check', 'test', 'mongodb'] });
    expect(commandsOf('publish')).to.match(/cosign sign --yes --recursive "\$image@\$digest"/);
    expect(readText('deploy/README.md')).to.include('.github/workflows/ci.yml@refs/tags/');
  });
});
