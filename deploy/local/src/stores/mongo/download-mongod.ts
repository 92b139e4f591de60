import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const REACH_DEADLINE_MS = 3_000;
const DOWNLOAD_DEADLINE_MS = 5 * 60_000;
const VERSION_DEADLINE_MS = 15_000;

export type Download = { readonly file: string } | { readonly reason: string };

/** Returns the mongod that an earlier start downloaded to `directory`, if it runs here. */
export async function findDownloadedMongod(directory: string): Promise<string | undefined> {
  try {
    const { DryMongoBinary } = await import('mongodb-memory-server-core/lib/util/DryMongoBinary.js');
    const file = await DryMongoBinary.locateBinary(await DryMongoBinary.generateOptions({ downloadDir: directory }));
    return file === undefined ? undefined : await expectRunning(file);
  } catch {
    return undefined;
  }
}

/**
 * Downloads mongod to `directory` from the address that mongodb-memory-server-core uses. Returns the reason if the
 * download fails, within seconds if the host can't be reached.
 */
export async function downloadMongod(directory: string, report: (line: string) => void): Promise<Download> {
  try {
    // This is loaded only here, because most starts don't need it.
    const { DryMongoBinary } = await import('mongodb-memory-server-core/lib/util/DryMongoBinary.js');
    const { MongoBinary } = await import('mongodb-memory-server-core/lib/util/MongoBinary.js');
    const { MongoBinaryDownloadUrl } = await import('mongodb-memory-server-core/lib/util/MongoBinaryDownloadUrl.js');
    const { version, arch, os } = await DryMongoBinary.generateOptions({ downloadDir: directory });
    const wanted = { version, arch, platform: process.platform, ...(os === undefined ? {} : { os }) };
    await expectReachable(await new MongoBinaryDownloadUrl(wanted).getDownloadUrl());
    await mkdir(directory, { recursive: true });
    report(`downloading mongod ${version} (once for this machine)`);
    const file = await withDeadline(MongoBinary.getPath({ downloadDir: directory }), DOWNLOAD_DEADLINE_MS);
    return { file: await expectRunning(file) };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}

/** Tries to run the binary, because the processor may lack a feature (AVX) or the system may lack a library. */
async function expectRunning(file: string): Promise<string> {
  await run(file, ['--version'], { timeout: VERSION_DEADLINE_MS });
  return file;
}

async function expectReachable(address: string): Promise<void> {
  const { host } = new URL(address);
  const answer = await fetch(address, { method: 'HEAD', signal: AbortSignal.timeout(REACH_DEADLINE_MS) }).catch(() => {
    throw new Error(`can't connect to ${host}`);
  });
  if (!answer.ok) throw new Error(`${host} answered ${answer.status}`);
}

function withDeadline<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it took more than ${milliseconds / 1000} s`)), milliseconds);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
