import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { parse } from 'yaml';
import { startGatewayFixture } from '../gateway/support/gateway-fixture.js';
import { useFixture } from '../support/use-fixture.js';
import { startTeam } from '../team/support/team.js';
import { startWebhookService } from '../webhook/support/webhook-service.js';
import { root } from './compose-file.js';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}

interface RuleFile {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Rule[] }[];
}

const file: RuleFile = parse(readFileSync(join(root, 'deploy', 'alerts.yaml'), 'utf8'));
const rules = file.groups.flatMap((group) => group.rules);

/** The metrics that an expression selects: its names that are neither functions nor labels. */
function findMetrics(expr: string): string[] {
  const selected = expr.replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, ' ').replaceAll(/\bby \([^)]*\)/g, 'by');
  const names = selected.match(/[a-z_]+(?![a-z_]|\s*\(|\s+by\b)/g) ?? [];
  return names.filter((name) => name !== 'by');
}

/** The names in Prometheus's text format: of metrics, also without a value yet, and of values, such as those of histograms. */
function readNames(text: string): string[] {
  return [...text.matchAll(/^(?:# TYPE )?([a-z_]+)[{ ]/gm)].map(([, name = '']) => name);
}

/** The heading of an alert as a link names it. */
function toAnchors(page: string): string[] {
  const headings = readFileSync(join(root, page), 'utf8').matchAll(/^## (.*)$/gm);
  return [...headings].map(([, title = '']) => `#${title.toLowerCase().replaceAll(' ', '-')}`);
}

describe('deploy/alerts.yaml', () => {
  const team = useFixture(startTeam);
  const webhook = useFixture(() => startWebhookService());
  const gateway = useFixture(() => startGatewayFixture());

  it('has rules with a severity, a summary and a section of a runbook', () => {
    expect(rules.length).to.be.greaterThan(5);
    expect(new Set(rules.map(({ alert }) => alert)).size).to.equal(rules.length);
    for (const { alert, labels, annotations, for: duration } of rules) {
      expect(['page', 'ticket'], alert).to.include(labels.severity);
      expect(duration, alert).to.match(/^\d+m$/);
      expect(annotations.summary, alert).to.be.a('string');
      const [page = '', anchor = ''] = annotations.runbook.split(/(?=#)/);
      expect(existsSync(join(root, page)), alert).to.equal(true);
      expect(toAnchors(page), alert).to.include(anchor);
    }
  });

  it('uses metrics alone that a service or the gateway exports', async () => {
    await team().request('GET', '/v1/teams');
    const registries = [team(), webhook()].map(({ runtime }) => runtime.metrics.registry);
    registries.push(gateway().context.metrics.registry);
    const texts = await Promise.all(registries.map((registry) => registry.metrics()));
    const exported = new Set([...texts.flatMap(readNames), 'up']);
    const unknown = rules.flatMap(({ alert, expr }) =>
      findMetrics(expr)
        .filter((name) => !exported.has(name))
        .map((name) => `${alert}: ${name}`),
    );
    expect(unknown).to.deep.equal([]);
    for (const { alert, expr } of rules) expect(findMetrics(expr), alert).not.to.have.length(0);
  });
});
