/** Servers that a suite needs: none, the stores, or a system on them. */
export type Needs = 'nothing' | 'stores' | 'system';

/** One mocha. `files` and `ignored` are globs from the root of the checkout. */
export interface MochaSuite {
  readonly name: string;
  readonly needs: Needs;
  readonly files: readonly string[];
  readonly ignored?: readonly string[];
  /** Major version of Node that runs it; the one that runs the runner unless given. */
  readonly node?: number;
}

/** A script of package.json whose exit code says whether every promise was kept. */
export interface ScriptSuite {
  readonly name: string;
  readonly script: readonly string[];
}

export type Suite = MochaSuite | ScriptSuite;

export interface Tier {
  readonly name: 'unit' | 'default' | 'mongodb' | 'nightly';
  /** npm script that runs it. */
  readonly script: string;
  /** Whether the runner starts stores and a system once for all suites; else each suite starts its own, which it may take down. */
  readonly sharesStores: boolean;
  /** The longest first: two run at a time. */
  readonly suites: readonly Suite[];
}

/** Configuration of mocha that starts what a suite needs, unless the runner has started it. */
const configurations: Readonly<Record<Needs, string>> = {
  nothing: '.mocharc.json',
  stores: '.mocharc.stores.json',
  system: '.mocharc.integration.json',
};

const mocha = 'node_modules/mocha/bin/mocha.js';

/** Program and arguments that run a suite from the root of the checkout. */
export function toCommand(suite: Suite): { command: string; args: string[] } {
  if ('script' in suite) return { command: 'npm', args: ['run', '--silent', ...suite.script] };
  const ignored = (suite.ignored ?? []).flatMap((glob) => ['--ignore', glob]);
  const args = [mocha, '--config', configurations[suite.needs], ...ignored, ...suite.files];
  // Another Node is the first on the PATH.
  return { command: suite.node === undefined ? process.execPath : 'node', args };
}

/** Shell command that runs a suite of a tier again, or only one file of it. */
export function toRepeatCommand({ script }: Tier, suite: Suite, file?: string): string {
  if (file === undefined || 'script' in suite) return `npm ${script} -- ${suite.name}`;
  return `npx mocha --config ${configurations[suite.needs]} ${file}`;
}
