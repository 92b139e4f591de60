import { checkout, prepare } from './prepare.mjs';

const NEEDED = [20, 19];

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])) {
  console.error(`Plotline needs Node.js ${NEEDED.join('.')} or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

try {
  await prepare((line) => console.log(line));
  // The import happens here, because it saves the memory of another process. The module exists only after the build.
  const { launch } = await import('./dist/cli/start.js');
  await launch({ checkout, arguments: process.argv.slice(2), environment: process.env });
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : error}`);
  process.exit(1);
}
