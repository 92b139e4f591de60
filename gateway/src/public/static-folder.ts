import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { notFound } from '@plotline/kit/core/errors';
import { createStaticPage, type StaticPage } from './static.js';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/**
 * Folder of built files. Reads and compresses a file on its first request. Serves only files that were in the folder at
 * startup. The build may have put a smaller version beside a file, compressed with Brotli.
 */
export class StaticFolder {
  /** File names relative to the folder; empty when the folder is missing. */
  readonly names: ReadonlySet<string>;
  readonly #folder: string;
  readonly #fill: (content: Buffer, name: string) => Buffer;
  readonly #pages = new Map<string, StaticPage>();

  /** `fill` replaces placeholders in the content of a file. */
  constructor(folder: string, fill: (content: Buffer, name: string) => Buffer = (content) => content) {
    const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
    this.names = new Set(names.filter((name) => extname(name) in types));
    this.#folder = folder;
    this.#fill = fill;
  }

  /** Throws NOT_FOUND when the folder has no such file. */
  load(name: string): StaticPage {
    const present = this.#pages.get(name);
    if (present) return present;
    const type = types[extname(name)];
    if (!this.names.has(name) || type === undefined) throw notFound();
    const built = readFileSync(join(this.#folder, name));
    const content = this.#fill(built, name);
    const compressed = join(this.#folder, `${name}.br`);
    const brotli = content === built && existsSync(compressed) ? readFileSync(compressed) : undefined;
    const page = createStaticPage(type, content, brotli);
    this.#pages.set(name, page);
    return page;
  }
}
