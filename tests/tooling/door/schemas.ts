const text = { type: 'string', minLength: 1 };
const texts = { type: 'array', items: text, minItems: 1 };

/** Returns the schema of an object with only these properties. */
function object(properties: object, required: readonly string[] = []) {
  return { type: 'object', properties, required, additionalProperties: false };
}

const validations = object({ required: { type: 'boolean' } });

/** Returns the schema of an element in an issue form, by its type. */
function element(type: string, attributes: object, required: readonly string[]) {
  const properties = { type: { const: type }, id: { type: 'string', pattern: '^[\\w-]+$' }, validations };
  return object({ ...properties, attributes: object(attributes, required) }, ['type', 'attributes']);
}

const field = { label: text, description: text, placeholder: text, value: text };
const checkbox = object({ label: text, required: { type: 'boolean' } }, ['label']);

/** Schema of issue forms, according to GitHub's "Syntax for GitHub's form schema". */
export const formSchema = object(
  {
    name: text,
    description: text,
    title: text,
    labels: texts,
    assignees: texts,
    body: {
      type: 'array',
      contains: { type: 'object', properties: { type: { not: { const: 'markdown' } } }, required: ['type'] },
      items: {
        oneOf: [
          element('markdown', { value: text }, ['value']),
          element('input', field, ['label']),
          element('textarea', { ...field, render: text }, ['label']),
          element(
            'dropdown',
            {
              ...field,
              multiple: { type: 'boolean' },
              default: { type: 'integer' },
              options: { ...texts, uniqueItems: true },
            },
            ['label', 'options'],
          ),
          element('checkboxes', { ...field, options: { type: 'array', items: checkbox, minItems: 1 } }, [
            'label',
            'options',
          ]),
        ],
      },
    },
  },
  ['name', 'description', 'body'],
);

const link = object({ name: text, url: { type: 'string', pattern: '^https://' }, about: text }, [
  'name',
  'url',
  'about',
]);

/** Schema of `config.yml` beside the issue forms. */
export const linksSchema = object({
  blank_issues_enabled: { type: 'boolean' },
  contact_links: { type: 'array', items: link },
});

const updateTypes = { type: 'array', items: { enum: ['major', 'minor', 'patch'] } };
const group = object({
  'dependency-type': { enum: ['production', 'development'] },
  patterns: texts,
  'exclude-patterns': texts,
  'update-types': updateTypes,
});
const ignore = object(
  {
    'dependency-name': text,
    versions: texts,
    'update-types': {
      type: 'array',
      items: { type: 'string', pattern: '^version-update:semver-(major|minor|patch)$' },
    },
  },
  ['dependency-name'],
);
const update = object(
  {
    'package-ecosystem': { enum: ['npm', 'github-actions', 'docker'] },
    directory: { type: 'string', pattern: '^/' },
    schedule: object({ interval: { enum: ['daily', 'weekly', 'monthly'] } }, ['interval']),
    'open-pull-requests-limit': { type: 'integer' },
    'commit-message': object({ prefix: text, include: { const: 'scope' } }, ['prefix']),
    groups: { type: 'object', additionalProperties: group },
    ignore: { type: 'array', items: ignore },
  },
  ['package-ecosystem', 'directory', 'schedule'],
);

/** Schema of the part of `dependabot.yml` that we use, according to GitHub's "Dependabot options reference". */
export const dependabotSchema = object({ version: { const: 2 }, updates: { type: 'array', items: update } }, [
  'version',
  'updates',
]);
