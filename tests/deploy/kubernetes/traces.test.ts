import { expect } from 'chai';
import { readVariables } from './environment.js';
import { type Manifest, ofKind, workloadsOf } from './manifests.js';
import { nameOf, outerGrants } from './network-policies.js';
import { renderWithComponents } from './with-components.js';

const variables = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_TRACES_SAMPLER_ARG'];

describe('the traces component', () => {
  let manifests: readonly Manifest[];

  before(async () => {
    manifests = await renderWithComponents('traces');
  });

  it("gives every program, and no migration, the collector's address and access to it", () => {
    for (const workload of workloadsOf(manifests)) {
      const pod = workload.spec.template;
      const given = Object.keys(readVariables(manifests, workload)).filter((name) => variables.includes(name));
      const grants = outerGrants(manifests, pod, 'egress').filter(({ ports }) => ports.includes(4318));
      const isProgram = workload.kind === 'Deployment';
      expect(given, nameOf(pod)).to.have.members(isProgram ? variables : []);
      expect(grants, nameOf(pod)).to.have.length(isProgram ? 1 : 0);
    }
  });

  it('allows access to the configured address', () => {
    const [deployment] = ofKind(manifests, 'Deployment');
    const [workload] = workloadsOf(manifests).filter((one) => one.metadata.name === deployment?.metadata.name);
    if (!workload) throw new Error('There is no Deployment.');
    const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint = '' } = readVariables(manifests, workload);
    const [grant] = outerGrants(manifests, workload.spec.template, 'egress').filter(({ ports }) =>
      ports.includes(4318),
    );
    const [service, namespace] = new URL(endpoint).hostname.split('.');
    expect(new URL(endpoint).port).to.equal('4318');
    expect(grant?.peer.namespaceSelector?.matchLabels).to.deep.equal({ 'kubernetes.io/metadata.name': namespace });
    expect(grant?.peer.podSelector?.matchLabels).to.deep.equal({ 'app.kubernetes.io/name': service });
  });
});
