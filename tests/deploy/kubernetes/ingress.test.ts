import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { parseYaml } from '../../support/yaml.js';
import { programs, root } from '../compose-file.js';
import { readVariables } from './environment.js';
import { type Manifest, ofKind, readManifests, workloadsOf } from './manifests.js';

interface Ingress extends Manifest {
  readonly spec: {
    readonly tls: readonly { readonly secretName: string; readonly hosts: readonly string[] }[];
    readonly rules: readonly {
      readonly host: string;
      readonly http: {
        readonly paths: readonly {
          readonly path: string;
          readonly backend: { readonly service: { readonly name: string; readonly port: { readonly name: string } } };
        }[];
      };
    }[];
  };
}

/** Returns the largest upload that any contract accepts, in bytes. */
function findMaxUploadBytes(): number {
  const sizes = programs.flatMap(([name]) => {
    const contract = name === 'gateway' ? join('gateway', 'openapi.yaml') : join('services', name, 'openapi.yaml');
    const text = JSON.stringify(parseYaml(readFileSync(join(root, contract), 'utf8')));
    return [...text.matchAll(/"max_bytes":(\d+)/g)].map(([, bytes]) => Number(bytes));
  });
  return Math.max(...sizes);
}

describe('the ingress of the production overlay', () => {
  let ingresses: readonly Ingress[];
  let manifests: readonly Manifest[];

  before(async () => {
    manifests = await readManifests('production');
    ingresses = ofKind<Ingress>(manifests, 'Ingress');
  });

  it('routes each public address over TLS to its gateway listener', () => {
    const [gateway] = workloadsOf(manifests).filter(({ metadata }) => metadata.name === 'gateway');
    const variables = gateway ? readVariables(manifests, gateway) : {};
    const [{ tls, rules } = { tls: [], rules: [] }] = ingresses.map(({ spec }) => spec);
    const hosts = ['API', 'SANDBOX', 'AUTH'].map((name) => new URL(variables[`${name}_BASE_URL`] ?? ''));
    expect(hosts.map(({ protocol }) => protocol)).to.deep.equal(['https:', 'https:', 'https:']);
    expect(tls.flatMap((one) => one.hosts)).to.deep.equal(hosts.map(({ host }) => host));
    const routes = rules.flatMap(({ host, http }) =>
      http.paths.map(({ path, backend: { service } }) => [host, path, service.name, service.port.name]),
    );
    const ports = ['api', 'sandbox', 'auth'];
    expect(routes).to.deep.equal(hosts.map(({ host }, place) => [host, '/', 'gateway', ports[place]]));
    expect(ingresses).to.have.length(1);
  });

  it("has the gateway's body limit, streams responses, and needs no snippets", () => {
    const annotations = ingresses[0]?.metadata.annotations ?? {};
    expect(annotations['nginx.org/client-max-body-size']).to.equal(`${findMaxUploadBytes() / 1_048_576}m`);
    expect(annotations['nginx.org/proxy-buffering']).to.equal('false');
    expect(Object.keys(annotations).filter((name) => name.includes('snippet'))).to.deep.equal([]);
  });
});
