import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { forbiddenImports } from './forbidden-imports.js';
import { allowedTree, type Tree } from './import-rules-trees.js';

const root = join(import.meta.dirname, '..', '..');
const configuration = '.dependency-cruiser.cjs';

/** Writes the files of a tree to a folder with the real rules. */
function plant(tree: Tree): string {
  const folder = mkdtempSync(join(tmpdir(), 'plotline-imports-'));
  const rules = readdirSync(root).filter((name) => name.startsWith('.dependency-cruiser.'));
  for (const name of [...rules, 'tsconfig.base.json']) {
    copyFileSync(join(root, name), join(folder, name));
  }
  for (const [path, content] of Object.entries(tree)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

interface Verdict {
  /** Names of the rules that were applied. */
  readonly rules: readonly string[];
  /** Findings, as `rule: file`. */
  readonly violations: readonly string[];
}

interface CruiseResult {
  readonly summary?: {
    readonly violations: readonly { readonly rule: { readonly name: string }; readonly from: string }[];
    readonly ruleSetUsed: { readonly forbidden: readonly { readonly name: string }[] };
  };
}

/** Returns the real rules' findings for a tree. */
function judge(tree: Tree): Verdict {
  const folder = plant(tree);
  try {
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [
        join(root, 'node_modules', '.bin', 'depcruise'),
        ...['--config', configuration, '--output-type', 'json'],
        ...['services', 'gateway', 'protos/gen', 'deploy', 'tests'],
      ],
      { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 },
    );
    const { summary }: CruiseResult = JSON.parse(stdout || '{}');
    if (!summary) throw new Error(`dependency-cruiser gave no result: ${stderr}`);
    return {
      rules: summary.ruleSetUsed.forbidden.map(({ name }) => name),
      violations: summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('import rules', () => {
  let verdict: Verdict;

  before(() => {
    const files = forbiddenImports.map(({ path, content }) => [path, content]);
    verdict = judge({ ...allowedTree, ...Object.fromEntries(files) });
  });

  it('allow every import in the architecture', () => {
    expect(judge(allowedTree).violations).to.deep.equal([]);
  });

  for (const { rule, path, refuses } of forbiddenImports) {
    it(`refuse ${refuses} (${rule})`, () => {
      expect(verdict.violations).to.include(`${rule}: ${path}`);
    });
  }

  it('are each violated by at least one of the forbidden imports', () => {
    expect(new Set(forbiddenImports.map(({ rule }) => rule))).to.deep.equal(new Set(verdict.rules));
  });
});
