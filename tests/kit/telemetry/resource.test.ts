import { hostname } from 'node:os';
import { describeProcess, toResourceAttributes, toResourceFields } from '@plotline/kit/telemetry/resource';
import { expect } from 'chai';

const { version } = describeProcess({});
const describeFrom = (attributes: string) => describeProcess({ OTEL_RESOURCE_ATTRIBUTES: attributes });

describe('the telemetry resource of a process', () => {
  it('has the version, the namespace and a process id by default', () => {
    const attributes = toResourceAttributes(describeProcess({}));
    expect(attributes).to.deep.equal({
      'service.version': version,
      'service.namespace': 'plotline',
      'service.instance.id': `${hostname()}:${process.pid}`,
    });
  });

  it("takes its values from the environment's attributes, for traces and for logs", () => {
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

  it('accepts the previous name of the environment, and ignores malformed attributes', () => {
    const { environment, namespace } = describeFrom('=x,service.namespace=,nothing,deployment.environment=100%');
    expect([environment, namespace]).to.deep.equal(['100%', 'plotline']);
  });
});
