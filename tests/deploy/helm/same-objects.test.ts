import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { parseAllYaml } from '../../support/yaml.js';
import { programs, root } from '../compose-file.js';
import { type Manifest, readManifests } from '../kubernetes/manifests.js';
import { renderOverlay } from '../kubernetes/with-components.js';
import { readChart } from './chart.js';
import { toComparable } from './comparable.js';

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const settingsFile = join(root, 'deploy', 'kubernetes', 'overlays', 'production', 'settings.env');

/** Renders the base, with the addresses of `production` and the image of this version. */
function readBase(): Promise<readonly Manifest[]> {
  const literals = readFileSync(settingsFile, 'utf8').match(/^[A-Z_]+=.*$/gm) ?? [];
  return renderOverlay({
    resources: ['base'],
    components: ['components/bucket'],
    further: {
      namespace: 'plotline',
      images: programs.map(([name]) => ({ name: `plotline-${name}`, newName: 'plotline', newTag: version })),
      configMapGenerator: [{ name: 'settings', literals }],
      labels: [{ pairs: { 'app.kubernetes.io/part-of': 'plotline' } }],
    },
  });
}

/** Whether an object exists only in Helm's output: for `helm test`, or for the hooks. */
function isHelmOnly({ metadata, kind }: Manifest): boolean {
  const hook = metadata.annotations?.['helm.sh/hook'];
  return hook === 'test' || (hook !== undefined && kind === 'ServiceAccount');
}

function expectSame(chart: readonly Manifest[], kustomize: readonly Manifest[]): void {
  const ours = toComparable(chart.filter((one) => !isHelmOnly(one)));
  // Helm creates the namespace itself.
  const theirs = toComparable(kustomize.filter(({ kind }) => kind !== 'Namespace'));
  expect(Object.keys(ours)).to.have.members(Object.keys(theirs));
  for (const [name, object] of Object.entries(theirs)) expect(ours[name], name).to.deep.equal(object);
}

describe('the chart', () => {
  it('creates the objects of the kustomize base by default', async () => {
    expectSame(await readChart('default'), await readBase());
  });

  it('creates the objects of the single overlay with its values, including the stores', async () => {
    expectSame(await readChart('single'), await readManifests('single'));
  });

  it('creates the objects of the production overlay with its values', async () => {
    expectSame(await readChart('production'), await readManifests('production'));
  });

  it('creates the autoscalers of an overlay without KEDA', async () => {
    const chart = await readChart('production', '--set', 'autoscaling.by=cpu');
    const scaling = join(root, 'deploy', 'kubernetes', 'overlays', 'production', 'scaling.yaml');
    const scalers: readonly Manifest[] = parseAllYaml(readFileSync(scaling, 'utf8'));
    const labels = { 'app.kubernetes.io/part-of': 'plotline' };
    const expected = scalers.map((one) => ({ ...one, metadata: { ...one.metadata, namespace: 'plotline', labels } }));
    expectSame(
      chart.filter(({ kind }) => kind === 'HorizontalPodAutoscaler'),
      expected,
    );
    expect(chart.filter(({ kind }) => kind === 'ScaledObject')).to.deep.equal([]);
  });

  it('creates the PodMonitor of deploy/observability, with the given labels', async () => {
    const values = ['--set', 'podMonitor.enabled=true', '--set', 'podMonitor.labels.release=monitoring'];
    const chart = await readChart('default', ...values);
    const file = join(root, 'deploy', 'observability', 'pod-monitor.yaml');
    const [monitor]: Manifest[] = parseAllYaml(readFileSync(file, 'utf8'));
    if (!monitor) throw new Error('There is no PodMonitor.');
    const labels = { 'app.kubernetes.io/part-of': 'plotline', release: 'monitoring' };
    expectSame(
      chart.filter(({ kind }) => kind === 'PodMonitor'),
      [{ ...monitor, metadata: { ...monitor.metadata, labels } }],
    );
  });

  it('creates what the component of the exporters adds, and their PodMonitors', async () => {
    const further = { labels: [{ pairs: { 'app.kubernetes.io/part-of': 'plotline' } }] };
    const overlay = await renderOverlay({
      resources: ['overlays/production'],
      components: ['components/exporters'],
      further,
    });
    expectSame(await readChart('production', '--set', 'exporters.enabled=true'), overlay);
    const monitored = ['--set', 'exporters.enabled=true', '--set', 'podMonitor.enabled=true'];
    const chart = await readChart('default', ...monitored);
    const file = join(root, 'deploy', 'observability', 'exporter-monitors.yaml');
    const monitors: readonly Manifest[] = parseAllYaml(readFileSync(file, 'utf8'));
    const labels = { 'app.kubernetes.io/part-of': 'plotline' };
    expectSame(
      chart.filter(({ kind, metadata }) => kind === 'PodMonitor' && metadata.name !== 'plotline'),
      monitors.map((one) => ({ ...one, metadata: { ...one.metadata, labels } })),
    );
  });

  it('creates what the component for the archive of the journal adds', async () => {
    const further = { labels: [{ pairs: { 'app.kubernetes.io/part-of': 'plotline' } }] };
    const overlay = await renderOverlay({
      resources: ['overlays/production'],
      components: ['components/journal-archive'],
      further,
    });
    expectSame(await readChart('production', '--set', 'journalArchive.enabled=true'), overlay);
  });

  it('creates what the components for backups add, with files in a bucket or in a volume', async () => {
    const further = { labels: [{ pairs: { 'app.kubernetes.io/part-of': 'plotline' } }] };
    const inBucket = await renderOverlay({
      resources: ['overlays/production'],
      components: ['components/backup', 'components/backup-bucket', 'components/certificate-authority'],
      further,
    });
    const enabled = ['--set', 'backups.enabled=true'];
    const copied = [
      '--set',
      'backups.bucket.enabled=true',
      '--set',
      'certificateAuthority.configMap=certificate-authority',
    ];
    expectSame(await readChart('production', ...enabled, ...copied), inBucket);
    const inVolume = await renderOverlay({
      resources: ['overlays/single'],
      components: ['components/backup', 'components/backup-files'],
      further,
    });
    expectSame(await readChart('single', ...enabled), inVolume);
  });

  it('creates what the components for traces and a certificate authority add', async () => {
    const peers = [
      {
        namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } },
        podSelector: { matchLabels: { 'app.kubernetes.io/name': 'opentelemetry-collector' } },
      },
    ];
    const values = {
      traces: { enabled: true, to: peers },
      certificateAuthority: { configMap: 'certificate-authority' },
    };
    const set = Object.entries(values).flatMap(([name, value]) => ['--set-json', `${name}=${JSON.stringify(value)}`]);
    const components = ['components/traces', 'components/certificate-authority'];
    const further = { labels: [{ pairs: { 'app.kubernetes.io/part-of': 'plotline' } }] };
    const overlay = await renderOverlay({ resources: ['overlays/production'], components, further });
    expectSame(await readChart('production', ...set), overlay);
  });
});
