import { SERVICE_NAMES } from '@plotline/local/supervise/running-system';
import { expect } from 'chai';
import { dashboardUnits, listQueries } from '../../support/observability/dashboards.js';
import { findMetrics, foreignMetrics, recordings, rules } from '../../support/observability/rules.js';
import { system } from '../../support/system.js';

/**
 * Names in Prometheus's text format: names of metrics, even without a value yet, and names of values, such as those of
 * histograms.
 */
async function readNames(url: string): Promise<ReadonlySet<string>> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const histograms = [...text.matchAll(/^# TYPE (\w+) histogram$/gm)].flatMap(([, name]) =>
    ['bucket', 'count', 'sum'].map((suffix) => `${name}_${suffix}`),
  );
  return new Set([...text.matchAll(/^(?:# TYPE )?(\w+)[{ ]/gm)].flatMap(([, name = '']) => name).concat(histograms));
}

describe('exported metrics', () => {
  const names = new Map<string, ReadonlySet<string>>();
  before(async () => {
    names.set('gateway', await readNames(system().urls.private));
    for (const service of SERVICE_NAMES) names.set(service, await readNames(system().services[service].httpUrl));
  });

  for (const unit of dashboardUnits) {
    it(`are exported by the processes of ${unit} if its dashboard shows them`, () => {
      const unknown = listQueries(unit)
        .flatMap(findMetrics)
        .filter((name) => !names.get(unit)?.has(name));
      expect([...new Set(unknown)]).to.deep.equal([]);
    });
  }

  it('are exported by a process if alerts use them', () => {
    const recorded = recordings.map(({ record }) => record);
    const known = new Set([...recorded, ...[...names.values()].flatMap((own) => [...own])]);
    const unknown = [...rules, ...recordings].flatMap((rule) =>
      findMetrics(rule.expr)
        .filter((name) => !known.has(name) && !foreignMetrics.test(name))
        .map((name) => `${'alert' in rule ? rule.alert : rule.record}: ${name}`),
    );
    expect(unknown).to.deep.equal([]);
  });

  it('have no label with the id of a workspace, a record or a request', async () => {
    const urls = [system().urls.private, ...SERVICE_NAMES.map((service) => system().services[service].httpUrl)];
    const texts = await Promise.all(urls.map(async (url) => (await fetch(`${url}/metrics`)).text()));
    // An id ends with the 26 characters of a ULID.
    expect(texts.join('\n').match(/="[^"]*[0-9a-z]{26}"/g)).to.equal(null);
  });
});
