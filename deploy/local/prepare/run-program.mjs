import { spawn } from 'node:child_process';

const MAX_OUTPUT_CHARACTERS = 20_000;

/**
 * Runs a program quietly and shows its output only when it fails. A signal to this process also ends the program.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ directory: string, environment: NodeJS.ProcessEnv }} options
 * @returns {Promise<void>}
 */
async function runProgram(command, args, { directory, environment }) {
  const child = spawn(command, args, { cwd: directory, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  /** @param {Buffer} chunk */
  const keep = (chunk) => {
    output = (output + chunk.toString('utf8')).slice(-MAX_OUTPUT_CHARACTERS);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  /** @param {NodeJS.Signals} signal */
  const stop = (signal) => {
    child.kill(signal);
    process.exit(130);
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const outcome = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(code === 0 ? '' : (signal ?? `exit code ${code}`)));
  });
  process.off('SIGINT', stop).off('SIGTERM', stop);
  if (outcome) throw new Error(`${args.join(' ')} failed (${outcome})\n${output.trimEnd()}`);
}

/**
 * Runs a script with this Node.js.
 * @param {readonly string[]} args
 * @param {string} checkout
 */
export function runNode(args, checkout) {
  return runProgram(process.execPath, args, { directory: checkout, environment: process.env });
}

/**
 * Runs the same npm that started this script. Without one, runs the npm on the PATH.
 * @param {readonly string[]} args
 * @param {string} checkout
 */
export function runNpm(args, checkout) {
  const environment = { ...process.env, npm_config_loglevel: 'error', npm_config_progress: 'false' };
  const npm = process.env['npm_execpath'];
  const isScript = npm?.endsWith('.js') || npm?.endsWith('.cjs');
  return npm && isScript
    ? runProgram(process.execPath, [npm, ...args], { directory: checkout, environment })
    : runProgram('npm', args, { directory: checkout, environment });
}
