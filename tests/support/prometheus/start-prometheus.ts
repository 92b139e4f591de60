import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answersOk } from '@plotline/local/supervise/probe';
import { superviseProcess } from '@plotline/local/supervise/supervise-process';
import { freePort } from '../free-port.js';
import { readRuleFile, ruleFiles } from '../observability/rules.js';
import { obtainPrometheus } from './obtain-prometheus.js';

/** Alert, by its name (`alertname`) and the labels of the series that it fires for. */
export type Alert = Readonly<Record<string, string>>;

/** Prometheus for a test. Scrapes and evaluates every one or two seconds. */
export interface Prometheus {
  /** Returns the alerts that are firing now. */
  listAlerts(): Promise<Alert[]>;
  /**
   * Returns the labels and the value of each series that the expression selects. Rejects if the expression is not
   * valid.
   */
  query(expr: string): Promise<{ readonly metric: Alert; readonly value: number }[]>;
  stop(): Promise<void>;
}

/** Returns the rules without the time for which their conditions must hold before an alert fires. */
async function writeRules(folder: string): Promise<void> {
  await mkdir(folder);
  for (const file of ruleFiles) {
    const groups = readRuleFile(file).groups.map(({ name, rules }) => ({
      name,
      rules: rules.map((rule) => ('alert' in rule ? { ...rule, for: '1s' } : rule)),
    }));
    await writeFile(join(folder, file), JSON.stringify({ groups }));
  }
}

function createConfiguration(targets: readonly string[]): string {
  const plotline = {
    job_name: 'plotline',
    scrape_interval: '2s',
    scrape_timeout: '2s',
    static_configs: [{ targets: targets.map((url) => new URL(url).host) }],
  };
  // JSON is valid YAML.
  return JSON.stringify({
    global: { evaluation_interval: '1s' },
    rule_files: ['rules/*.yaml'],
    scrape_configs: [plotline],
  });
}

/**
 * Starts Prometheus with its own data and port, and with the rules in `deploy/observability`. It scrapes the programs
 * at these URLs.
 */
export async function startPrometheus(targets: readonly string[]): Promise<Prometheus> {
  const { prometheus } = await obtainPrometheus(process.env);
  const directory = await mkdtemp(join(tmpdir(), 'plotline-prometheus-'));
  await writeRules(join(directory, 'rules'));
  await writeFile(join(directory, 'prometheus.yml'), createConfiguration(targets));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const running = superviseProcess({
    name: 'prometheus',
    command: prometheus,
    args: [
      `--config.file=${join(directory, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(directory, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    environment: { PATH: process.env['PATH'] },
    directory,
    logFile: join(directory, 'prometheus.log'),
    isReady: (deadline) => answersOk(`${url}/-/ready`, deadline),
    readyWithinMs: 60_000,
    stopWithinMs: 10_000,
    report: (line) => process.stdout.write(`${line}\n`),
  });
  const stop = async () => {
    await running.stop();
    await rm(directory, { recursive: true, force: true });
  };
  const ask = async (path: string) => {
    const response = await fetch(`${url}/api/v1/${path}`);
    const answer: ReturnType<typeof JSON.parse> = await response.json();
    if (answer.status !== 'success') throw new Error(`${path}: ${answer.error}`);
    return answer.data;
  };
  try {
    await running.start();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    listAlerts: async () => {
      const { alerts }: { alerts: { readonly state: string; readonly labels: Alert }[] } = await ask('alerts');
      return alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels);
    },
    query: async (expr) => {
      const { result }: { result: { readonly metric: Alert; readonly value: readonly [number, string] }[] } = await ask(
        `query?query=${encodeURIComponent(expr)}`,
      );
      return result.map(({ metric, value: [, value] }) => ({ metric, value: Number(value) }));
    },
    stop,
  };
}
