import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { findMetrics, observability, recordings, ruleFiles, rules } from '../../support/observability/rules.js';
import { parseYaml } from '../../support/yaml.js';
import { programs, root } from '../compose-file.js';

interface RuleTests {
  readonly rule_files: readonly string[];
  readonly tests: readonly {
    readonly alert_rule_test: readonly { readonly alertname: string; readonly exp_alerts?: readonly object[] }[];
  }[];
}

/** Returns the sections of a runbook by alert. */
function readSections(page: string): ReadonlyMap<string, string> {
  const [, ...sections] = readFileSync(join(root, page), 'utf8').split(/^## /m);
  return new Map(sections.map((section) => [section.slice(0, section.indexOf('\n')), section]));
}

describe('deploy/observability/alerts', () => {
  it('have a severity, a summary and a unique name', () => {
    expect(rules.length).to.be.greaterThan(20);
    expect(new Set(rules.map(({ alert }) => alert)).size).to.equal(rules.length);
    for (const { alert, expr, labels, annotations, for: duration } of rules) {
      if (alert === 'Watchdog') continue;
      expect(['page', 'ticket'], alert).to.include(labels.severity);
      expect(duration, alert).to.match(/^\d+m$/);
      expect(annotations.summary, alert).to.be.a('string');
      expect(findMetrics(expr), alert).not.to.have.length(0);
    }
  });

  it("select only Plotline's series, because other applications have metrics with the same names", () => {
    const named = [
      ...rules.map(({ alert, expr }) => ({ name: alert, expr })),
      ...recordings.map(({ record, expr }) => ({ name: record, expr })),
    ];
    for (const { name, expr } of named) {
      // The names of recorded series are Plotline's own, and any job may report a backup.
      const metrics = findMetrics(expr).filter((metric) => !/^plotline(:|_backup_)/.test(metric));
      for (const metric of metrics) {
        const selectors = [...expr.matchAll(new RegExp(`\\b${metric}\\b(\\{[^}]*\\})?`, 'g'))].map(
          ([, one = '']) => one,
        );
        for (const selector of selectors) expect(selector, `${name}: ${metric}`).to.match(/job=~?"plotline/);
      }
    }
  });

  for (const { alert, file, annotations } of rules) {
    it(`${alert} has a runbook section with its meaning, where to look and what to do`, () => {
      const page = `deploy/runbooks/${file.replace('.yaml', '.md')}`;
      expect(annotations.runbook_url).to.equal(`${page}#${alert.toLowerCase()}`);
      const paragraphs = (readSections(page).get(alert) ?? '').split(/\n{2,}/).slice(1);
      const heads = paragraphs.map((paragraph) => /^\*\*(.+?)\.\*\* /.exec(paragraph)?.[1]).filter(Boolean);
      expect(heads).to.deep.equal(['Means', 'Look at', 'Do']);
    });
  }

  it('report each unit that has no running process', () => {
    const { expr = '' } = rules.find(({ alert }) => alert === 'UnitMissing') ?? {};
    const named = [...expr.matchAll(/absent\(plotline_ready\{job="plotline",service="([a-z]+)"\}\)/g)].map(
      ([, unit]) => unit,
    );
    expect(named).to.have.members(programs.map(([name]) => name));
  });

  it("each have a test with a time when they fire and a time when they don't", () => {
    const verdicts = ruleFiles.flatMap((file) => {
      const path = join(observability, 'alerts', 'tests', file);
      const { rule_files, tests }: RuleTests = parseYaml(readFileSync(path, 'utf8'));
      expect(rule_files).to.deep.equal([`../${file}`]);
      return tests.flatMap(({ alert_rule_test }) =>
        alert_rule_test.map(({ alertname, exp_alerts = [] }) => `${alertname} ${exp_alerts.length > 0}`),
      );
    });
    for (const { alert } of rules) {
      expect(verdicts).to.include(`${alert} true`);
      if (alert !== 'Watchdog') expect(verdicts).to.include(`${alert} false`);
    }
  });

  it('have a row in the table of alerts', () => {
    const page = readFileSync(join(observability, 'README.md'), 'utf8');
    for (const { alert, annotations, labels } of rules) {
      const link = annotations.runbook_url.replace('deploy/', '../');
      expect(page, alert).to.match(
        new RegExp(`^\\| \\[\`${alert}\`\\]\\(${link}\\) +\\| ${labels.severity} +\\| `, 'm'),
      );
    }
  });

  it('have no runbook section that lacks an alert', () => {
    const names = new Set(rules.map(({ alert }) => alert));
    for (const file of ruleFiles) {
      const page = `deploy/runbooks/${file.replace('.yaml', '.md')}`;
      expect(existsSync(join(root, page))).to.equal(true);
      for (const section of readSections(page).keys()) expect(names, page).to.include(section);
    }
  });
});
