import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { temporaryDirectory } from './stubs/temporary-directory.js';

const prepare = join(import.meta.dirname, '../../../deploy/local/prepare');

/** Evaluates an expression in a separate Node.js process. The exports of a script in `prepare/` are in scope. */
function evaluate(script: string, names: string, expression: string): unknown {
  const program = `import { ${names} } from ${JSON.stringify(join(prepare, script))}; console.log(JSON.stringify(${expression}));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  return JSON.parse(output);
}

function write(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

describe('the preparation of a checkout', () => {
  const checkout = temporaryDirectory();

  describe('finds the packages', () => {
    const locked = {
      '': { name: 'root' },
      'services/auth': { version: '0.1.0' },
      'node_modules/@plotline/auth': { resolved: 'services/auth', link: true },
      'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
      'services/auth/node_modules/b': { version: '2.0.0', integrity: 'sha512-b' },
      'node_modules/for-another-platform': { version: '1.0.0', integrity: 'sha512-p', optional: true },
    };
    const installed = {
      'node_modules/@plotline/auth': { resolved: 'services/auth', link: true },
      'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
      'services/auth/node_modules/b': { version: '2.0.0', integrity: 'sha512-b' },
    };

    function isInstalled(content: Record<string, unknown> | undefined, onDisk = Object.keys(content ?? {})): unknown {
      write(join(checkout, 'package-lock.json'), JSON.stringify({ packages: locked }));
      rmSync(join(checkout, 'node_modules'), { recursive: true, force: true });
      rmSync(join(checkout, 'services'), { recursive: true, force: true });
      for (const path of onDisk) write(join(checkout, path, 'package.json'), '{}');
      if (content) write(join(checkout, 'node_modules', '.package-lock.json'), JSON.stringify({ packages: content }));
      return evaluate('install.mjs', 'isInstalled', `isInstalled(${JSON.stringify(checkout)})`);
    }

    it('installed when they match the lock file, regardless of file times', () => {
      expect(isInstalled(installed)).to.equal(true);
    });

    it('out of date when some or all are missing, or when one has a different version or content', () => {
      expect(isInstalled(undefined)).to.equal(false);
      expect(isInstalled({ 'node_modules/a': installed['node_modules/a'] })).to.equal(false);
      expect(isInstalled(installed, ['node_modules/@plotline/auth', 'node_modules/a'])).to.equal(false);
      expect(isInstalled({ ...installed, 'node_modules/a': { version: '1.0.1', integrity: 'sha512-a' } })).to.equal(
        false,
      );
      expect(isInstalled({ ...installed, 'node_modules/a': { version: '1.0.0', integrity: 'sha512-b' } })).to.equal(
        false,
      );
    });
  });

  it('installs packages without running their scripts', () => {
    const folder = join(checkout, 'installed');
    const root = { name: 'root', version: '1.0.0', scripts: { postinstall: 'node -e "fs.writeFileSync(`ran`, ``)"' } };
    write(join(folder, 'package.json'), JSON.stringify(root));
    const lock = { name: 'root', version: '1.0.0', lockfileVersion: 3, requires: true };
    write(
      join(folder, 'package-lock.json'),
      JSON.stringify({ ...lock, packages: { '': { ...root, hasInstallScript: true } } }),
    );
    evaluate('install.mjs', 'installPackages', `await installPackages(${JSON.stringify(folder)}) ?? null`);
    expect(existsSync(join(folder, 'ran'))).to.equal(false);
  });

  it('generates code from the protos when it is missing or a source has changed', () => {
    write(join(checkout, 'protos/plotline/a.proto'), '');
    for (const file of ['package.json', 'package-lock.json', 'tsconfig.base.json', 'node_modules/.keep']) {
      write(join(checkout, file), '{}');
    }
    const runs = evaluate(
      'build.mjs',
      'generateWhenStale',
      `await (async () => {
        const fs = await import('node:fs');
        const protos = ${JSON.stringify(join(checkout, 'protos'))};
        const runs = [];
        const generate = async () => runs.push(fs.mkdirSync(protos + '/gen', { recursive: true }));
        const count = async () => (await generateWhenStale(${JSON.stringify(checkout)}, generate), runs.length);
        const counts = [await count(), await count()];
        fs.writeFileSync(protos + '/plotline/a.proto', 'message A {}');
        counts.push(await count());
        fs.rmSync(protos + '/gen', { recursive: true });
        return [...counts, await count()];
      })()`,
    );
    expect(runs).to.deep.equal([1, 1, 2, 3]);
  });

  describe('finds the build', () => {
    const source = join(checkout, 'services/auth/src/main.ts');

    /** Returns the results of `isBuilt` before a build, after it, and after `change`. */
    function builtAfter(change: string): unknown {
      for (const folder of [
        'protos',
        'gateway',
        'deploy/backup',
        'deploy/documentdb-bridge',
        'deploy/local',
        'deploy/single',
        'services/auth',
      ]) {
        write(join(checkout, folder, 'package.json'), '{}');
        write(join(checkout, folder, 'dist', 'main.js'), '');
      }
      for (const file of ['package.json', 'package-lock.json', 'tsconfig.base.json', 'node_modules/.keep']) {
        write(join(checkout, file), '{}');
      }
      write(source, 'export {};');
      rmSync(join(checkout, 'node_modules/.plotline-build'), { force: true });
      const [root, file] = [JSON.stringify(checkout), JSON.stringify(source)];
      return evaluate(
        'build.mjs',
        'buildAndRemember, isBuilt',
        `await (async () => {
          const fs = await import('node:fs');
          const [root, source] = [${root}, ${file}];
          const before = isBuilt(root);
          await buildAndRemember(root, async () => {});
          const after = isBuilt(root);
          await (${change})(fs, root, source);
          return [before, after, isBuilt(root)];
        })()`,
      );
    }

    it('missing before the first build, and up to date after it', () => {
      expect(builtAfter('() => {}')).to.deep.equal([false, true, true]);
    });

    it('out of date when a guide has changed, but not when other text has changed', () => {
      const change = (path: string) => `(fs, root) => {
        fs.mkdirSync(root + '/services/docs/guides', { recursive: true });
        fs.writeFileSync(root + '/services/docs/${path}', 'x');
      }`;
      expect(builtAfter(change('guides/01-first-call.md'))).to.deep.equal([false, true, false]);
      expect(builtAfter(change('README.md'))).to.deep.equal([false, true, true]);
    });

    it('out of date when a source was changed, added or removed, or its output is missing', () => {
      expect(builtAfter('(fs, root, source) => fs.writeFileSync(source, "export const a = 1;")')).to.deep.equal([
        false,
        true,
        false,
      ]);
      expect(builtAfter('(fs, root, source) => fs.writeFileSync(source + ".ts", "")')).to.deep.equal([
        false,
        true,
        false,
      ]);
      expect(builtAfter('(fs, root, source) => fs.rmSync(source)')).to.deep.equal([false, true, false]);
      expect(builtAfter('(fs, root) => fs.rmSync(root + "/gateway/dist", { recursive: true })')).to.deep.equal([
        false,
        true,
        false,
      ]);
    });

    it('without the compiled migrations whose source was deleted', () => {
      const compiled = join(checkout, 'services/auth/dist/migrations');
      for (const name of ['0001-gone.js', '0001-gone.d.ts', '0002-kept.js']) write(join(compiled, name), '');
      write(join(checkout, 'services/auth/src/migrations/0002-kept.ts'), '');
      builtAfter('() => {}');
      expect(readdirSync(compiled)).to.deep.equal(['0002-kept.js']);
    });

    it('missing when it failed, even if the previous build succeeded', () => {
      const failing = '(fs, root) => buildAndRemember(root, async () => { throw new Error("no"); }).catch(() => {})';
      expect(builtAfter(failing)).to.deep.equal([false, true, false]);
    });
  });
});
