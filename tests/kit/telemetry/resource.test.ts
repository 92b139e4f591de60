import { hostname } from 'node:os';
import { describeProcess, toResourceAttributes, toResourceFields } from '@plotline/kit/telemetry/resource';
import { expect } from 'chai';

const { version } = describeProcess({});
const describeFrom = (attributes: string) => describeProcess({ OTEL_RESOURCE_ATTRIBUTES: attributes });

describe('the resource of a process', () => {
  it('has the version, the namespace and an id of the process by default', () => {
    const attributes = toResourceAttributes(describeProcess({}));
    expect(attributes).to.deep.equal({
      'service.version': version,
      'service.namespace': 'plotline',
      'service.instance.id': `${hostname()}:${process.pid}`,
    });
  });

  it("takes the values of the environment's attributes, in traces and in logs", () => {
    const given = 'deployment.environment.name=eu%20production, service.namespace=harbour ,service.instance.id=pod-1';
    expect(toResourceAttributes(describeFrom(given))).to.deep.equal({
      'service.version': version,
      'service.namespace': 'harbour',
      'service.instance.id': 'pod-1',
      'deployment.environment.name': 'eu production',
    });
    expect(toResourceFields(describeFrom(given))).to.deep.equal({
      version,
      namespace: 'harbour',
      instance: 'pod-1',
      environment: 'eu production',
    });
  });

  it('understands the former name of the environment, and ignores what is malformed', () => {
    const { environment, namespace } = describeFrom('=x,service.namespace=,nothing,deployment.environment=100%');
    expect([environment, namespace]).to.deep.equal(['100%', 'plotline']);
  });
});
