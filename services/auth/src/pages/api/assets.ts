import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** A file that pages load. Its path changes with its content, so that browsers can cache it forever. */
export interface Asset {
  readonly path: string;
  readonly type: string;
  readonly body: Buffer;
}

const folder = new URL('../../../assets/', import.meta.url);

function createAsset(name: string, type: string, body: Buffer): Asset {
  const [stem, extension] = name.split('.');
  return { path: `/auth/assets/${stem}-${hash('sha256', body, 'hex').slice(0, 16)}.${extension}`, type, body };
}

const plan = createAsset('plan.svg', 'image/svg+xml', readFileSync(new URL('plan.svg', folder)));
const icon = createAsset('icon.svg', 'image/svg+xml', readFileSync(new URL('icon.svg', folder)));

/** The order matters, because later rules win. */
const styles = ['base', 'frame', 'text', 'form', 'consent', 'two-factor', 'account'];

/** Joins all style sheets, and replaces the drawing's file name by its hashed path. */
function loadStylesheet(): Asset {
  const text = styles.map((name) => readFileSync(new URL(`styles/${name}.css`, folder), 'utf8')).join('\n');
  return createAsset('pages.css', 'text/css; charset=utf-8', Buffer.from(text.replace('plan.svg', plan.path)));
}

const stylesheet = loadStylesheet();

export const stylesheetPath = stylesheet.path;
export const iconPath = icon.path;

/** Every asset by its path. */
export const assets: ReadonlyMap<string, Asset> = new Map([plan, icon, stylesheet].map((asset) => [asset.path, asset]));
