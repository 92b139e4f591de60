const source = '/dashboard/src/';
const folders = ['api', 'app', 'ui'];

/**
 * Returns the folder of a module below `src/`, such as `ui` or `features/leads`; undefined for a package.
 * @param {string} id
 */
function findFolder(id) {
  const [, path] = id.split(source);
  const [folder, feature] = path?.split('/') ?? [];
  return folder === 'features' ? `features/${feature}` : folder;
}

/**
 * Lists the features whose pages load a module, not counting what a page loads later. A page is the target of a dynamic
 * import.
 * @param {string} id
 * @param {import('vite').Rollup.GetModuleInfo} getModuleInfo
 * @returns {ReadonlySet<string | undefined>}
 */
function listFeatures(id, getModuleInfo) {
  const features = new Set();
  const seen = new Set([id]);
  for (const one of seen) {
    const { importers = [], dynamicImporters = [] } = getModuleInfo(one) ?? {};
    if (dynamicImporters.length > 0) features.add(findFolder(one));
    for (const importer of importers) seen.add(importer);
  }
  return features;
}

/**
 * Assigns a module to the chunk that all pages share: the lower folders, and what pages of several features load. The
 * packages that these import follow them.
 * @type {import('vite').Rollup.GetManualChunk}
 */
export function assignSharedChunk(id, { getModuleInfo }) {
  const folder = findFolder(id);
  if (folder === undefined) return undefined;
  const isShared = folders.includes(folder) || listFeatures(id, getModuleInfo).size > 1;
  return isShared ? 'shared' : undefined;
}
