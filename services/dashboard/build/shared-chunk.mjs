const source = '/dashboard/src/';
const folders = ['api', 'app', 'ui'];
const mantine = '@mantine/core/esm/components';

/**
 * Parts of the shared code that the first page, the board, doesn't need. Each part is a chunk, together with the
 * packages that only this part uses. The first matching part applies.
 */
const parts = [
  { name: 'tasks', folder: 'features/tasks', packages: [] },
  { name: 'events', folder: 'features/events', packages: [] },
  {
    name: 'tables',
    folder: 'ui/tables',
    packages: ['@tanstack/react-table', '@tanstack/table-core', `${mantine}/Table`],
  },
  {
    name: 'forms',
    folder: 'ui/forms',
    packages: [
      '@mantine/form',
      'react-number-format',
      'react-textarea-autosize',
      ...['NumberInput', 'PasswordInput', 'Radio', 'Switch', 'Textarea'].map((name) => `${mantine}/${name}`),
    ],
  },
];

/** Pages that people open first. The shared chunk contains only what these pages need, so that they load fast. */
const firstPages = ['pipeline/board-page', 'today/today-page', 'lead-table/leads-page'];

/** Packages that only later pages use. They go into the chunk of the code that only later pages share. */
const laterPackages = ['Card', 'Fieldset', 'FileButton', 'FileInput'].map((name) => `${mantine}/${name}`);

/** Modules of these folders that first pages need, because the shell asks before unsaved input is lost. */
const neededByAll = ['ui/forms/unsaved-forms.tsx', 'ui/forms/options-filter.ts', 'ui/tables/row-space.tsx'];

/**
 * The chunk needs a name. Otherwise a package would go into the first chunk that imports it, which can be one of the
 * parts above.
 */
const sharedPackages = [
  ...['react', 'react-dom', 'scheduler', 'clsx', 'tslib', '@babel', '@floating-ui', '@tabler', '@tanstack', 'tabbable'],
  ...['@mantine/core', '@mantine/hooks', '@mantine/notifications', '@mantine/store', 'openapi-fetch'],
  ...['react-transition-group', 'react-remove-scroll', 'react-remove-scroll-bar', 'react-style-singleton'],
  ...[
    'use-callback-ref',
    'use-sidecar',
    'dom-helpers',
    'prop-types',
    'object-assign',
    'get-nonce',
    'detect-node-es',
    'fast-deep-equal',
  ],
];

const icons = '/node_modules/@tabler/icons-react/dist/esm/icons/';

/** @type {(id: string, names: readonly string[]) => boolean} */
const isOfPackage = (id, names) => names.some((name) => id.includes(`/node_modules/${name}/`));

/**
 * Returns the folder of a module below `src/`, such as `ui` or `features/leads`. Returns undefined for a package.
 * @param {string} id
 */
function findFolder(id) {
  const [, path] = id.split(source);
  const [folder, feature] = path?.split('/') ?? [];
  return folder === 'features' ? `features/${feature}` : folder;
}

/**
 * Lists the pages that load a module when they open, not later. A page is the target of a dynamic import.
 * @param {string} id
 * @param {import('vite').Rollup.GetModuleInfo} getModuleInfo
 */
function listPages(id, getModuleInfo) {
  const pages = [];
  const seen = new Set([id]);
  for (const one of seen) {
    const { importers = [], dynamicImporters = [] } = getModuleInfo(one) ?? {};
    if (dynamicImporters.length > 0) pages.push(one);
    for (const importer of importers) seen.add(importer);
  }
  return pages;
}

/** @type {(page: string) => boolean} */
const isFirstPage = (page) => firstPages.some((name) => page.includes(`${source}features/${name}.`));

/**
 * Checks whether a module imports from a folder, directly or through other modules.
 * @param {string} id
 * @param {string} folder
 * @param {import('vite').Rollup.GetModuleInfo} getModuleInfo
 */
function importsFrom(id, folder, getModuleInfo) {
  const seen = new Set([id]);
  for (const one of seen) {
    if (neededByAll.some((name) => one.endsWith(`${source}${name}`))) continue;
    if (one.includes(`${source}${folder}/`)) return true;
    for (const imported of getModuleInfo(one)?.importedIds ?? []) {
      if (findFolder(imported) !== undefined) seen.add(imported);
    }
  }
  return false;
}

/**
 * Checks whether a module is loaded only when it is needed, such as the calendar.
 * @param {string} id
 * @param {import('vite').Rollup.GetModuleInfo} getModuleInfo
 */
function isLazy(id, getModuleInfo) {
  const { importers = [], dynamicImporters = [] } = getModuleInfo(id) ?? {};
  return dynamicImporters.length > 0 && importers.length === 0;
}

/**
 * Returns the chunk for an icon. If one module imports the icon, that is the module's chunk. If several modules do, it
 * is the shared chunk.
 * @type {import('vite').Rollup.GetManualChunk}
 */
function assignIcon(id, meta) {
  const { importers = [] } = meta.getModuleInfo(id) ?? {};
  const chunks = new Set(importers.map((one) => assignSharedChunk(one, meta)));
  const [only] = chunks;
  return importers.length === 1 || (chunks.size === 1 && only !== undefined) ? only : 'shared';
}

/**
 * Assigns a module to the chunk that all pages share: the lower folders, the code that pages of several features load,
 * and their packages. Tables and forms, with the modules that show them, are separate chunks. So is the code that only
 * later pages share. The reports share a chunk. Otherwise the bundler would create one for each module that several
 * reports use.
 * @type {import('vite').Rollup.GetManualChunk}
 */
export function assignSharedChunk(id, meta) {
  const { getModuleInfo } = meta;
  const part = parts.find(({ packages }) => isOfPackage(id, packages));
  if (part !== undefined) return part.name;
  if (id.includes(icons)) return assignIcon(id, meta);
  if (isOfPackage(id, laterPackages)) return 'later';
  if (isOfPackage(id, sharedPackages)) return 'shared';
  const folder = findFolder(id);
  if (folder === undefined) return undefined;
  const isLower = folders.includes(folder) && !isLazy(id, getModuleInfo);
  const pages = listPages(id, getModuleInfo);
  const isShared = new Set(pages.map(findFolder)).size > 1;
  if (folder === 'features/analytics' && pages.length > 1 && !isShared) return 'reports';
  if (!isLower && !isShared) return undefined;
  const rest = isLower || pages.some(isFirstPage) ? 'shared' : 'later';
  return parts.find((one) => importsFrom(id, one.folder, getModuleInfo))?.name ?? rest;
}
