/** Servers that a suite needs: none, the stores, or a system on them. */
export type Needs = 'nothing' | 'stores' | 'system';

/** One mocha run. `files` and `ignored` are globs relative to the root of the checkout. */
export interface MochaSuite {
  readonly name: string;
  readonly needs: Needs;
  readonly files: readonly string[];
  readonly ignored?: readonly string[];
  /** Major version of Node that runs the suite. By default the runner's version. */
  readonly node?: number;
}

/** Script in package.json. Its exit code shows whether it succeeded. */
export interface ScriptSuite {
  readonly name: string;
  readonly script: readonly string[];
}

export type Suite = MochaSuite | ScriptSuite;

export interface Tier {
  readonly name: 'unit' | 'default' | 'mongodb' | 'nightly';
  /** npm script that runs it. */
  readonly script: string;
  /**
   * Whether the runner starts stores and a system once for all suites. Otherwise each suite starts its own, and may
   * stop them.
   */
  readonly sharesStores: boolean;
  /** Suites, the longest first, because two run at a time. */
  readonly suites: readonly Suite[];
}

/** Mocha configuration that starts the suite's dependencies, unless the runner has started them. */
const configurations: Readonly<Record<Needs, string>> = {
  nothing: '.mocharc.json',
  stores: '.mocharc.stores.json',
  system: '.mocharc.integration.json',
};

const mocha = 'node_modules/mocha/bin/mocha.js';

/** Program and arguments that run one file of a suite. They are run in the root of the checkout. */
export function toFileCommand(suite: Suite, file: string): { command: string; args: string[] } {
  if ('script' in suite) throw new Error(`The suite ${suite.name} has no files.`);
  return toCommand({ ...suite, files: [file], ignored: [] });
}

/** Program and arguments that run a suite. They are run in the root of the checkout. */
export function toCommand(suite: Suite): { command: string; args: string[] } {
  if ('script' in suite) return { command: 'npm', args: ['run', '--silent', ...suite.script] };
  const ignored = (suite.ignored ?? []).flatMap((glob) => ['--ignore', glob]);
  const args = [mocha, '--config', configurations[suite.needs], ...ignored, ...suite.files];
  // The other version of Node comes first on the PATH.
  return { command: suite.node === undefined ? process.execPath : 'node', args };
}

/** Returns the shell command that repeats a suite of a tier, or one of its files. */
export function toRepeatCommand({ script }: Tier, suite: Suite, file?: string): string {
  if (file === undefined || 'script' in suite) return `npm ${script} -- ${suite.name}`;
  return `npx mocha --config ${configurations[suite.needs]} ${file}`;
}
