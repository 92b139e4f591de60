import { expect } from 'chai';
import { readVariables } from './environment.js';
import { workloadsOf } from './manifests.js';
import { renderWithComponents } from './with-components.js';

describe('the certificate authority component', () => {
  it("gives every program and every migration the ConfigMap's certificate, and Node the path to it", async () => {
    const manifests = await renderWithComponents('certificate-authority');
    for (const workload of workloadsOf(manifests)) {
      const { containers, volumes = [] } = workload.spec.template.spec;
      const { name } = workload.metadata;
      const path = readVariables(manifests, workload)['NODE_EXTRA_CA_CERTS'];
      expect(path, name).to.equal('/run/certificate-authority/ca.crt');
      const mount = containers[0]?.volumeMounts?.find(({ mountPath }) => path?.startsWith(`${mountPath}/`));
      const volume = volumes.find((one) => one.name === mount?.name);
      expect(volume, name).to.deep.include({ configMap: { name: 'certificate-authority' } });
    }
  });
});
