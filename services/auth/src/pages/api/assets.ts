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

/** The font of the dashboard, for the scripts of our pages and of most names. */
const fonts = ['latin', 'latin-ext'].map((script) => {
  const file = `inter-${script}.woff2`;
  const source = import.meta.resolve(`@fontsource-variable/inter/files/inter-${script}-wght-normal.woff2`);
  return { file, asset: createAsset(file, 'font/woff2', readFileSync(new URL(source))) };
});

/** The order matters, because later rules override earlier rules. */
const styles = ['colours', 'base', 'frame', 'text', 'form', 'consent', 'two-factor', 'account'];

/** Joins all style sheets, and replaces the file names of the drawing and the fonts with their hashed paths. */
function loadStylesheet(): Asset {
  const text = styles.map((name) => readFileSync(new URL(`styles/${name}.css`, folder), 'utf8')).join('\n');
  const linkable = [{ file: 'plan.svg', asset: plan }, ...fonts];
  const linked = linkable.reduce((styled, { file, asset }) => styled.replace(file, asset.path), text);
  return createAsset('pages.css', 'text/css; charset=utf-8', Buffer.from(linked));
}

const stylesheet = loadStylesheet();

export const stylesheetPath = stylesheet.path;
export const iconPath = icon.path;

/** All assets by path. */
export const assets: ReadonlyMap<string, Asset> = new Map(
  [plan, icon, stylesheet, ...fonts.map(({ asset }) => asset)].map((asset) => [asset.path, asset]),
);
