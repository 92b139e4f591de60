// Full-text search over guides, operations and fields, in the reader's browser. Nothing that is typed leaves it.

const field = document.querySelector('#query');
const status = document.querySelector('#found');
const list = document.querySelector('#results');
const maxResults = 20;
const library = '/docs/minisearch.js';

let search;

async function load() {
  const [{ default: MiniSearch }, response] = await Promise.all([import(library), fetch('/docs/search.json')]);
  const index = new MiniSearch({
    idField: 'path',
    fields: ['title', 'kind', 'summary', 'words'],
    storeFields: ['path', 'title', 'kind', 'summary'],
    searchOptions: {
      boost: { title: 8, kind: 2, summary: 3 },
      combineWith: 'AND',
      // `lead` also finds `leads`. A longer word may contain a typo.
      prefix: true,
      fuzzy: (term) => (term.length > 5 ? 0.2 : false),
    },
  });
  index.addAll(await response.json());
  return index;
}

function renderResult({ path, title, kind, summary }) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = path;
  link.textContent = title;
  const about = document.createElement('span');
  about.textContent = `${kind} · ${summary}`;
  item.append(link, about);
  return item;
}

async function show() {
  const query = field.value.trim();
  search ??= load();
  const index = await search;
  // The reader may have continued typing while the index was loaded.
  if (query !== field.value.trim()) return;
  const results = query === '' ? [] : index.search(query);
  list.replaceChildren(...results.slice(0, maxResults).map(renderResult));
  status.textContent =
    query === '' ? '' : `${results.length} ${results.length === 1 ? 'page' : 'pages'} for “${query}”`;
}

field.addEventListener('input', () => {
  show().catch(() => {
    search = undefined;
    status.textContent = 'Search could not be loaded. Try again in a moment.';
  });
});
document.querySelector('#search').hidden = false;
