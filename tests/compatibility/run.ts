import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { findBreakingChanges } from './breaking-changes.js';
import { readIntendedBreaks, withoutIntended } from './intended-breaks.js';
import { findPreviousRelease, unpackRelease } from './previous-release.js';
import { documentNames, writeReleasedDocuments, writeServedDocuments } from './served-documents.js';

/**
 * `npm run compatibility -- --from v1.2.0` compares the contracts with a release. Exits with 1 when there is an
 * unintended break.
 */
const { values } = parseArgs({ options: { from: { type: 'string' } } });

const run = promisify(execFile);
const write = (line: string) => void process.stdout.write(`${line}\n`);
const checkout = resolve(import.meta.dirname, '../..');
const listFile = join(import.meta.dirname, 'intended-breaks.yaml');

/** Returns the output of `buf breaking` for the protos. Empty if they are compatible. */
async function compareProtos(release: string): Promise<readonly string[]> {
  const before = join(release, 'protos');
  if (!existsSync(join(before, 'buf.yaml'))) return [];
  const buf = join(checkout, 'node_modules', '.bin', 'buf');
  try {
    await run(buf, ['breaking', join(checkout, 'protos'), '--against', before]);
    return [];
  } catch (error) {
    const { stdout = '', stderr = '' }: { stdout?: string; stderr?: string } = Object(error);
    return `${stdout}${stderr}`.trim().split('\n');
  }
}

/** Returns the unintended breaking changes of the served documents. */
async function compareDocuments(release: string, folder: string): Promise<readonly string[]> {
  const [before, after] = [join(folder, 'before'), join(folder, 'after')];
  await Promise.all([writeReleasedDocuments(release, checkout, before), writeServedDocuments(checkout, after)]);
  const intended = readIntendedBreaks(listFile);
  const compared = documentNames.map(async (name) => {
    const changes = await findBreakingChanges(join(before, `${name}.json`), join(after, `${name}.json`));
    return withoutIntended(name, changes, intended).map(
      ({ rule, at, message }) => `document ${name}, rule ${rule}, at "${at}": ${message}`,
    );
  });
  return (await Promise.all(compared)).flat();
}

async function compare(commit: string): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'plotline-compatibility-'));
  try {
    const release = join(folder, 'release');
    await unpackRelease(checkout, commit, release);
    return (await Promise.all([compareProtos(release), compareDocuments(release, folder)])).flat();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const release = values.from ? { commit: values.from, name: values.from } : await findPreviousRelease(checkout);
if (release) {
  const breaks = await compare(release.commit);
  for (const line of breaks) write(line);
  if (breaks.length > 0) {
    write('Record an intended break with its reason, as tests/compatibility/README.md explains.');
    process.exitCode = 1;
  }
}
write(`compared with ${release?.name ?? 'nothing, because there is no repository'}`);
