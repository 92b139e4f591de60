import { join } from 'node:path';
import { globSync } from 'glob';
import { listFiles } from '../suites/list-files.js';
import { tiers } from '../suites/tiers.js';
import { type Guarantee, readGuarantees } from './read-guarantees.js';

const root = join(import.meta.dirname, '..', '..');

const introduction = `# Guarantees

Every test by its title: the guarantee, the file that proves it, and the tier that runs the file. A name in braces stands for the
value of a table. \`npm run guarantees\` writes this page; \`npm run check\` fails when it is out of date.
`;

/** Files that register tests on behalf of other test files. */
const shared = {
  title: 'Shared by several files',
  files: ['tests/support/*.ts', 'tests/transfer/files/store/test-*.ts'],
};

function renderFile(file: string, guarantees: readonly Guarantee[]): string {
  const lines: string[] = [];
  let shown: readonly string[] = [];
  for (const { groups, title } of guarantees) {
    const same = groups.findIndex((group, depth) => group !== shown[depth]);
    const first = same === -1 ? groups.length : same;
    for (const [depth, group] of groups.entries()) if (depth >= first) lines.push(`${'  '.repeat(depth)}- ${group}`);
    lines.push(`${'  '.repeat(groups.length)}- ${title}`);
    shown = groups;
  }
  return [`### \`${file}\``, '', ...lines, ''].join('\n');
}

function renderSection(title: string, files: readonly string[]): string {
  const sections = files.flatMap((file) => {
    const guarantees = readGuarantees(join(root, file));
    return guarantees.length > 0 ? [renderFile(file, guarantees)] : [];
  });
  return [`## ${title}`, '', ...sections].join('\n');
}

/** Renders the page by tier and suite, then by file. */
export function renderGuarantees(): string {
  const sections = [tiers.default, tiers.nightly].flatMap(({ name, suites }) =>
    suites.flatMap((suite) =>
      'files' in suite && suite.node === undefined
        ? [renderSection(`Tier ${name}: ${suite.name}`, listFiles(suite))]
        : [],
    ),
  );
  const sharedFiles = globSync(shared.files, { cwd: root, posix: true }).toSorted();
  return [introduction, ...sections, renderSection(shared.title, sharedFiles)].join('\n');
}
