import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { readConfig } from '@plotline/kit/service/config';
import { tracingSpecs } from '@plotline/kit/telemetry/start-tracing';
import { expect } from 'chai';
import { type Collector, startCollector } from '../../../support/collector.js';
import { eventually } from '../../../support/eventually.js';
import { freePort } from '../../../support/free-port.js';
import { useFixturePerTest } from '../../../support/use-fixture.js';

interface TracedProcess {
  /** OpenTelemetry packages that are loaded. */
  readonly packages: readonly string[];
  /** Ends the process with SIGTERM and resolves to its exit code and log lines. */
  end(): Promise<{ readonly code: unknown; readonly lines: readonly string[] }>;
}

const script = join(import.meta.dirname, 'traced-process.ts');

/** Starts a process that ends `count` spans. */
async function startTraced(environment: Readonly<Record<string, string>>, count = 3): Promise<TracedProcess> {
  const options: ForkOptions = {
    execArgv: ['--import=tsx'],
    env: { PATH: process.env.PATH ?? '', OTEL_TRACES_SAMPLER: 'parentbased_always_on', ...environment },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  };
  const child: ChildProcess = fork(script, [String(count)], options);
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const [packages]: string[][] = await once(child, 'message');
  return {
    packages: packages ?? [],
    end: async () => {
      const exited = once(child, 'exit');
      const closed = once(child, 'close');
      child.kill('SIGTERM');
      const [code] = await exited;
      await closed;
      return { code, lines: output.split('\n').filter((line) => line !== '') };
    },
  };
}

describe('the traces of a process', () => {
  const collector = useFixturePerTest<Collector>(startCollector);
  const toCollector = () => ({ OTEL_EXPORTER_OTLP_ENDPOINT: collector().endpoint });

  it('are off without a collector, so that no part of the SDK is loaded and nothing is sent', async () => {
    const traced = await startTraced({});
    // Ignores the interface packages. prom-client loads them, and they do nothing without the SDK.
    expect(traced.packages.filter((name) => name !== 'api')).to.deep.equal([]);
    expect((await traced.end()).code).to.equal(0);
  });

  it('are all exported before the process ends on SIGTERM, with the name of its unit', async () => {
    const traced = await startTraced(toCollector(), 1_500);
    expect(traced.packages).to.include('sdk-trace');
    const { code } = await traced.end();
    expect(code).to.equal(0);
    const { spans, paths } = collector();
    expect(spans).to.have.length(1_500);
    expect([...new Set(paths)]).to.deep.equal(['/v1/traces']);
    expect(spans[0]).to.deep.include({ service: 'traced', name: 'GET /things/{id}', kind: 'server', parentSpanId: '' });
  });

  it('use the name in OTEL_SERVICE_NAME, and the path of the endpoint', async () => {
    const endpoint = `${collector().endpoint}/tenant/`;
    await (await startTraced({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: 'other' })).end();
    expect(collector().spans.map(({ service }) => service)).to.deep.equal(['other', 'other', 'other']);
    expect(collector().paths).to.deep.equal(['/tenant/v1/traces']);
  });

  it('name the version, the namespace, the process and the deployment environment', async () => {
    const given = 'deployment.environment.name=staging,service.instance.id=pod-7';
    await (await startTraced({ ...toCollector(), OTEL_RESOURCE_ATTRIBUTES: given }, 1)).end();
    const { version } = createRequire(import.meta.url)('../../../../package.json');
    expect(collector().spans[0]?.resource).to.include({
      'service.name': 'traced',
      'service.version': version,
      'service.namespace': 'plotline',
      'service.instance.id': 'pod-7',
      'deployment.environment.name': 'staging',
    });
  });

  it('are off if the share is 0', async () => {
    const sampling = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' };
    await (await startTraced({ ...toCollector(), ...sampling }, 1_000)).end();
    await (await startTraced({ ...toCollector(), OTEL_TRACES_SAMPLER: 'parentbased_always_off' }, 1_000)).end();
    expect(collector().spans).to.deep.equal([]);
  });

  it('are logged as refused when the collector refuses them', async () => {
    collector().answer = (response) => void response.writeHead(400).end();
    const { code, lines } = await (await startTraced(toCollector())).end();
    expect(code).to.equal(0);
    expect(lines.filter((line) => line.includes('trace export failed'))).to.have.length(1);
  });

  it('do not delay a process whose collector is down', async () => {
    const traced = await startTraced({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}` }, 20_000);
    const { code, lines } = await traced.end();
    expect(code).to.equal(0);
    expect(lines.join('\n')).to.not.include('did not stop in time');
  });

  it('do not delay a process whose collector accepts connections but never responds', async () => {
    collector().answer = () => undefined;
    const traced = await startTraced(toCollector(), 20_000);
    await eventually(() => expect(collector().paths).to.not.deep.equal([]));
    const { code, lines } = await traced.end();
    expect(code).to.equal(0);
    expect(lines.join('\n')).to.not.include('did not stop in time');
    // Spans that don't fit into the bounded queue are dropped.
    expect(collector().spans.length).to.be.at.most(2_048 + 512);
  });

  it("can't be started with an invalid environment", () => {
    for (const wrong of [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318?token=secret' },
      { OTEL_TRACES_SAMPLER: 'always_on' },
      { OTEL_TRACES_SAMPLER_ARG: '1.5' },
      { OTEL_TRACES_SAMPLER_ARG: 'some' },
    ]) {
      const [name = ''] = Object.keys(wrong);
      expect(() => readConfig(tracingSpecs, wrong), JSON.stringify(wrong)).to.throw(new RegExp(`${name} `));
    }
    expect(readConfig(tracingSpecs, {})).to.include({ OTEL_EXPORTER_OTLP_ENDPOINT: '', OTEL_TRACES_SAMPLER_ARG: 0.1 });
  });
});
