import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const source = join(import.meta.dirname, '..', '..', 'auth', 'assets', 'styles', 'colours.css');

/**
 * Returns the colours in a part of the style sheet, as declarations.
 * @param {string} css
 */
function listColours(css) {
  return [...css.matchAll(/--[a-z-]+: #[0-9a-f]{6};/g)].map(([declaration]) => declaration);
}

/**
 * Writes the colours of the sign-in pages for the dashboard, where the person can choose the colour scheme. Doesn't
 * touch the file if nothing changed, so that Vite doesn't rebuild.
 * @param {string} folder
 */
export function generateColours(folder) {
  const [light = '', dark = ''] = readFileSync(source, 'utf8').split('@media (prefers-color-scheme: dark)');
  const schemes = Object.entries({ light, dark }).map(([scheme, css]) => {
    const colours = listColours(css);
    if (colours.length === 0) throw new Error(`${source} has no colours of the ${scheme} scheme.`);
    return `:root[data-mantine-color-scheme="${scheme}"] {\n${colours.map((one) => `  ${one}\n`).join('')}}\n`;
  });
  const text = schemes.join('\n');
  const file = join(folder, 'colours.css');
  mkdirSync(folder, { recursive: true });
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}
