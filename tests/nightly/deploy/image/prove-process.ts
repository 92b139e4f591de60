import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startStores } from '@plotline/local/stores/start-stores';
import { Components } from '@plotline/local/supervise/components';
import { findFreePorts } from '@plotline/local/supervise/free-ports';
import { root as checkout, jobs, programs } from '../../../deploy/compose-file.js';
import { passingEnvironment } from '../../../support/own-environment.js';
import type { Image } from './build-image.js';
import { Containers } from './containers.js';
import { ControlGroups } from './limits.js';
import { readProcess } from './read-process.js';
import type { ProgramReport, RunReport } from './report.js';

// Runs the image on local stores, in a network of its own, where the ports of docker-compose.yml are free and nothing
// reaches the internet: prove-process.ts <folder>. Reads `image.json` in the folder and writes `report.json`.

const [folder = ''] = process.argv.slice(2);
const readyMs = 120_000;
const pollMs = 1_000;
const webhookPort = 9_080;
const run = promisify(execFile);

/** Folders of all kinds: temporary files, volumes, code, packages, the system, and mounts of Docker. */
const folders = ['/tmp', '/files', '/backups', '/', '/plotline', '/plotline/gateway/dist', '/plotline/node_modules'];
const furtherFolders = ['/etc', '/usr/local/bin', '/home/node', '/var/tmp', '/run', '/run/secrets', '/dev'];

/** Writes the secrets as deploy/README.md says for stores of your own: the URLs first, then generate.mjs. */
async function createSecrets(secrets: string, getAmqpUrl: (user: string) => string): Promise<void> {
  await mkdir(secrets);
  const services = programs.map(([name]) => name);
  for (const name of services) {
    const url = new URL(getAmqpUrl(name));
    await writeFile(join(secrets, `amqp_url_${name}`), `amqp://${url.username}:${url.password}@rabbitmq:${url.port}`);
    if (name !== 'gateway') await writeFile(join(secrets, `mongo_url_${name}`), 'mongodb://mongo:27017/');
  }
  await writeFile(join(secrets, 'redis_url'), 'redis://redis:6379');
  await run(process.execPath, [join(checkout, 'deploy/secrets/generate.mjs'), secrets]);
}

async function startReady(containers: Containers, name: string) {
  const startedAt = performance.now();
  const processId = await containers.start(name);
  while (!(await containers.isHealthy(name))) {
    if (performance.now() - startedAt > readyMs) throw new Error(`${name} isn't ready after ${readyMs} ms.`);
    await sleep(pollMs);
  }
  return { name, processId, secondsToReady: (performance.now() - startedAt) / 1_000 };
}

async function findWritable(containers: Containers, name: string): Promise<string[]> {
  const script = 'for path; do if (: >"$path/written") 2>/dev/null; then echo "$path"; fi; done';
  const { output } = await containers.run(name, ['sh', '-c', script, 'sh', ...folders, ...furtherFolders]);
  return output.split('\n').filter((line) => line !== '');
}

async function sell(containers: Containers): Promise<RunReport['sale']> {
  const exec = containers.toCommand('auth').join(' ');
  const args = [join(checkout, 'deploy/smoke-test.mjs'), '--exec', exec, '--port', String(webhookPort)];
  return run(process.execPath, args).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (error: unknown) => ({ code: 1, output: String(error) }),
  );
}

/** Runs the jobs and programs in the order of docker-compose.yml, sells a unit, and stops the programs. */
async function prove(containers: Containers): Promise<RunReport> {
  for (const [name] of [...jobs, ...programs]) await containers.create(name);
  for (const [name] of jobs) await containers.runJob(name);
  const services = programs.map(([name]) => name).filter((name) => name !== 'gateway');
  const started = await Promise.all(services.map((name) => startReady(containers, name)));
  started.push(await startReady(containers, 'gateway'));
  const sale = await sell(containers);
  const reports: Omit<ProgramReport, 'exit'>[] = [];
  for (const { name, processId, secondsToReady } of started) {
    const written = await findWritable(containers, name);
    reports.push({ name, secondsToReady, written, ...(await readProcess(processId)) });
  }
  const stop = async (report: Omit<ProgramReport, 'exit'>) => ({ ...report, exit: await containers.stop(report.name) });
  const gateway = await Promise.all(reports.splice(-1).map(stop));
  return { programs: [...(await Promise.all(reports.map(stop))), ...gateway], sale };
}

const components = new Components();
const limits = new ControlGroups(basename(folder));
await run('ip', ['link', 'set', 'lo', 'up']);
try {
  const ports = { ...(await findFreePorts()), mongo: 27_017, rabbitmq: 5_672, redis: 6_379 };
  const report = (line: string) => process.stdout.write(`${line}\n`);
  const environment = passingEnvironment();
  const starting = await startStores({ dataDirectory: join(folder, 'stores'), ports, environment, report }, components);
  await Promise.all([starting.mongo, starting.rabbitmq, starting.redis]);
  const secretsFolder = join(folder, 'secrets');
  await createSecrets(secretsFolder, starting.getAmqpUrl);
  const image: Image = JSON.parse(await readFile(join(folder, 'image.json'), 'utf8'));
  // Webhook connects only to public addresses, so the smoke test is its proxy.
  const variables = { WEBHOOK_PROXY_URL: `http://127.0.0.1:${webhookPort}` };
  const containers = new Containers({ image, folder: join(folder, 'containers'), secretsFolder, variables, limits });
  await writeFile(join(folder, 'report.json'), JSON.stringify(await prove(containers)));
} finally {
  await components.stop();
}
