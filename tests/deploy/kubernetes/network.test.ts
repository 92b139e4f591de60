import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { rpcCallers } from '../../support/rpc-callers.js';
import { root, stores } from '../compose-file.js';
import { readVariables } from './environment.js';
import {
  isSelected,
  type Manifest,
  ofKind,
  overlays,
  type Pod,
  readManifests,
  type Service,
  type Workload,
  workloadsOf,
} from './manifests.js';
import { allowedCalls, isolatedDirections, nameOf, outerGrants } from './network-policies.js';

const isMigration = (pod: Pod) => nameOf(pod).endsWith('-migration');
const isStore = (pod: Pod) => stores.includes(nameOf(pod));

/** Returns a pod's calls to its stores in the overlay `single`, according to the pod's secrets. */
function storeCalls(pod: Pod, variables: Readonly<Record<string, string>>): string[] {
  const addresses = { MONGO_URL_FILE: 'mongo:27017', AMQP_URL_FILE: 'rabbitmq:5672', REDIS_URL_FILE: 'redis:6379' };
  return Object.entries(addresses).flatMap(([variable, address]) => {
    // A migration needs only the database.
    const isUsed = variables[variable] !== undefined && (!isMigration(pod) || variable === 'MONGO_URL_FILE');
    return isUsed ? [`${nameOf(pod)} ${address}`] : [];
  });
}

for (const overlay of overlays) {
  describe(`the network of the overlay ${overlay}`, () => {
    let manifests: readonly Manifest[];
    let workloads: readonly Workload[];
    let pods: readonly Pod[];

    before(async () => {
      manifests = await readManifests(overlay);
      workloads = workloadsOf(manifests);
      pods = workloads.map(({ spec }) => spec.template);
    });

    /** Returns the addresses of other programs in a program's configuration, as `[variable, service, port]`. */
    function peersOf(workload: Workload): (readonly [variable: string, service: string, port: number])[] {
      const variables = Object.entries(readVariables(manifests, workload));
      return variables.flatMap(([variable, value]) => {
        const [, service, port] = /^(?:http|dns):\/\/\/?([a-z-]+):(\d+)$/.exec(value) ?? [];
        return service === undefined || variable.endsWith('_BASE_URL')
          ? []
          : [[variable, service, Number(port)] as const];
      });
    }

    const servicesNamed = (name: string) =>
      ofKind<Service>(manifests, 'Service').filter(({ metadata }) => metadata.name === name);

    /** Returns the calls between programs, and from programs to stores, that the configured addresses imply. */
    function drawnCalls(): string[] {
      return workloads.flatMap((workload) => {
        const pod = workload.spec.template;
        const inSingle = overlay === 'single' ? storeCalls(pod, readVariables(manifests, workload)) : [];
        if (isMigration(pod) || isStore(pod)) return inSingle;
        const calls = peersOf(workload).map(
          ([, service, port]) => `${nameOf(pod)} ${service.replace('-pods', '')}:${port}`,
        );
        return [...inSingle, ...calls];
      });
    }

    it('denies everything that is not allowed, in both directions', () => {
      for (const pod of pods)
        expect([...isolatedDirections(manifests, pod)], nameOf(pod)).to.include.members(['Ingress', 'Egress']);
    });

    it('lets each program call its configured addresses, by the policies of both sides', () => {
      const drawn = [...new Set(drawnCalls())].sort();
      for (const side of ['egress', 'ingress'] as const)
        expect([...new Set(allowedCalls(manifests, pods, side))].sort(), side).to.deep.equal(drawn);
    });

    it("lets only the programs in a service's RPC list call it", () => {
      for (const [service, callers] of Object.entries(rpcCallers)) {
        const listed = [...new Set(Object.values(callers).flat())].filter((name) => name !== 'operator');
        const calls = allowedCalls(manifests, pods, 'ingress').map((call) => /^(.*) (.*):51\d\d$/.exec(call));
        const allowed = calls.flatMap((call) => (call?.[2] === service ? [call[1]] : []));
        expect(allowed, service).to.have.members(listed);
      }
    });

    it('lets webhook reach receivers, connect vendors, auth the mail server and transfer a bucket, but no private addresses', () => {
      const outgoing = pods.flatMap((pod) =>
        outerGrants(manifests, pod, 'egress')
          .filter(({ peer }) => peer.ipBlock && !peer.ipBlock.cidr.startsWith('192.0.2.'))
          .map(({ peer, ports }) => ({ name: nameOf(pod), ports, ...peer.ipBlock })),
      );
      const both = (name: string, ports: readonly (string | number)[]) =>
        ['0.0.0.0/0', '::/0'].map((cidr) => ({ name, ports, cidr }));
      expect(outgoing.map(({ except: _, ...one }) => one)).to.have.deep.members([
        ...both('auth', [25, 465, 587]),
        ...both('connect', [443, 25, 465, 587, 2525]),
        ...both('webhook', [80, 443, '1024-65535']),
        ...(overlay === 'production' ? both('transfer', [443]) : []),
      ]);
      const inner = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '127.0.0.0/8', '100.64.0.0/10'];
      for (const { cidr, except } of outgoing)
        expect(except, cidr).to.include.members(cidr === '::/0' ? ['fc00::/7', 'fe80::/10', '::1/128'] : inner);
    });

    it('lets every pod resolve names, but reach nothing else in other namespaces', () => {
      for (const pod of pods) {
        const grants = outerGrants(manifests, pod, 'egress').filter(({ peer }) => peer.namespaceSelector);
        expect(grants, nameOf(pod)).to.deep.equal([
          {
            peer: {
              namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'kube-system' } },
              podSelector: { matchLabels: { 'k8s-app': 'kube-dns' } },
            },
            ports: [53, 53],
          },
        ]);
      }
    });

    it('is accessible only to the ingress controller and Prometheus in production', () => {
      const incoming = pods.flatMap((pod) =>
        outerGrants(manifests, pod, 'ingress').map(({ peer, ports }) => {
          const namespace = peer.namespaceSelector?.matchLabels?.['kubernetes.io/metadata.name'];
          return `${namespace} ${nameOf(pod)}:${ports.join()}`;
        }),
      );
      const programs = pods.filter((pod) => !isMigration(pod) && !isStore(pod)).map(nameOf);
      const expected = [
        'nginx-ingress gateway:8080,8081,8082',
        ...programs.map((name) => `monitoring ${name}:internal`),
      ];
      expect(incoming).to.have.members(overlay === 'production' ? expected : []);
    });

    it('allows calls to each production store at its addresses, on the ports of MongoDB, AMQP over TLS and Redis', () => {
      if (overlay === 'single') return;
      for (const workload of workloads) {
        const pod = workload.spec.template;
        const grants = outerGrants(manifests, pod, 'egress').filter(({ peer }) =>
          peer.ipBlock?.cidr.startsWith('192.0.2.'),
        );
        const called = storeCalls(pod, readVariables(manifests, workload)).map((call) => call.split(':').at(-1));
        expect(grants.flatMap(({ ports }) => ports)).to.have.members(
          called.map((port) => (port === '5672' ? 5671 : Number(port))),
        );
      }
    });

    it('has a name for every peer that resolves to its pods, because callers balance their own calls', () => {
      for (const workload of workloads.filter(({ kind }) => kind === 'Deployment'))
        for (const [variable, name, port] of peersOf(workload)) {
          const [service] = servicesNamed(name);
          expect(service?.spec.clusterIP, `${variable} ${name}`).to.equal('None');
          const behind = workloads.filter(({ spec }) =>
            isSelected(spec.template.metadata.labels, service?.spec.selector),
          );
          expect(behind.map(({ metadata }) => metadata.name)).to.deep.equal([name.replace('-pods', '')]);
          const ports = behind[0]?.spec.template.spec.containers[0]?.ports ?? [];
          const target = service?.spec.ports.find((one) => one.port === port)?.targetPort;
          expect(ports.find((one) => one.name === target)?.containerPort, `${variable} ${name}`).to.equal(port);
        }
    });

    it('allows the calls that the README lists', () => {
      const page = readFileSync(join(root, 'deploy', 'kubernetes', 'README.md'), 'utf8');
      const table = page.slice(page.indexOf('| Caller '), page.indexOf('\nPods with the label'));
      const listed = [...table.matchAll(/^\| (\w+) +\| (.+?) +\|$/gm)].flatMap(([, caller, called = '']) =>
        caller === 'Caller' || caller === 'gateway' ? [] : called.split(', ').map((name) => `${caller} ${name}`),
      );
      const calls = allowedCalls(manifests, pods, 'egress').map((call) => /^(.*) (.*):51\d\d$/.exec(call));
      const allowed = calls.flatMap((call) => (call && call[1] !== 'gateway' ? [`${call[1]} ${call[2]}`] : []));
      expect(listed.toSorted()).to.deep.equal(allowed.toSorted());
    });

    it('exposes no Service to the outside', () => {
      for (const { metadata, spec } of ofKind<Service>(manifests, 'Service'))
        expect(spec.type ?? 'ClusterIP', metadata.name).to.equal('ClusterIP');
    });
  });
}
