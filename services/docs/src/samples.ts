import type { Components } from './components.js';
import { isJson, type Operation, type Parameter } from './operation.js';
import { sampleValue } from './sample-value.js';

/** Request that the samples of an operation send. */
export interface SampleRequest {
  readonly method: string;
  readonly url: string;
  readonly isPublic: boolean;
  readonly hasIdempotencyKey: boolean;
  /** Body as JSON. */
  readonly body?: unknown;
  readonly file?: SampleFile;
}

/** A file that a sample sends as the body. */
interface SampleFile {
  readonly type: string;
  readonly name: string;
}

/** Returns a file name for a media type, such as `file.csv` for `text/csv`. */
const nameFile = (type: string) => `file.${type.split('/').at(-1)}`;

function sampleText(parameter: Parameter, components: Components): string {
  const example = sampleValue(parameter.schema, components);
  return Array.isArray(example) ? example.join(',') : String(example);
}

/** Creates a request with path parameters, required query parameters, and the body's example. */
export function createSampleRequest(operation: Operation, server: string, components: Components): SampleRequest {
  const { method, path, parameters, isPublic, body } = operation;
  const query = parameters.filter(({ place, isRequired }) => place === 'query' && isRequired);
  const values = Object.fromEntries(query.map((one) => [one.name, sampleText(one, components)]));
  const search = new URLSearchParams(values).toString();
  const place = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => name.toUpperCase());
  const examples = Object.values(body?.examples ?? {});
  return {
    method: method.toUpperCase(),
    url: `${server}${place}${search === '' ? '' : `?${search}`}`,
    isPublic,
    hasIdempotencyKey: parameters.some(({ name }) => name === 'Idempotency-Key'),
    ...(body && isJson(body) ? { body: examples[0] ?? sampleValue(body.schema, components) } : {}),
    ...(body && !isJson(body) ? { file: { type: body.type, name: nameFile(body.type) } } : {}),
  };
}

const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

function renderCurl({ method, url, isPublic, hasIdempotencyKey, body, file }: SampleRequest): string {
  const lines = [
    `curl${method === 'GET' || (method === 'POST' && (body ?? file) !== undefined) ? '' : ` -X ${method}`} ${quote(url)}`,
    ...(isPublic ? [] : ['-H "Authorization: Bearer $PLOTLINE_KEY"']),
    ...(hasIdempotencyKey ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${quote(JSON.stringify(body, null, 2))}`]),
    ...(file ? [`-H 'Content-Type: ${file.type}'`, `--data-binary @${file.name}`] : []),
  ];
  return lines.join(' \\\n  ');
}

const indent = (text: string, by: string) => text.replaceAll('\n', `\n${by}`);

function renderNode({ method, url, isPublic, hasIdempotencyKey, body, file }: SampleRequest): string {
  const key = '`Bearer $' + '{process.env.PLOTLINE_KEY}`';
  const headers = [
    ...(isPublic ? [] : [`Authorization: ${key},`]),
    ...(hasIdempotencyKey ? ["'Idempotency-Key': crypto.randomUUID(),"] : []),
    ...(body === undefined ? [] : ["'Content-Type': 'application/json',"]),
    ...(file ? [`'Content-Type': '${file.type}',`] : []),
  ];
  const members = [
    ...(method === 'GET' ? [] : [`method: '${method}',`]),
    ...(headers.length === 0 ? [] : [`headers: {\n    ${headers.join('\n    ')}\n  },`]),
    ...(body === undefined ? [] : [`body: JSON.stringify(${indent(JSON.stringify(body, null, 2), '  ')}),`]),
    ...(file ? [`body: await readFile('${file.name}'),`] : []),
  ];
  const options = members.length === 0 ? '' : `, {\n  ${members.join('\n  ')}\n}`;
  const imports = file ? "import { readFile } from 'node:fs/promises';\n\n" : '';
  return `${imports}const response = await fetch('${url}'${options});\nconsole.log(response.status, await response.text());`;
}

function renderPython({ method, url, isPublic, hasIdempotencyKey, body, file }: SampleRequest): string {
  const headers = [
    ...(isPublic ? [] : ['"Authorization": "Bearer " + os.environ["PLOTLINE_KEY"],']),
    ...(hasIdempotencyKey ? ['"Idempotency-Key": str(uuid.uuid4()),'] : []),
    ...(body === undefined ? [] : ['"Content-Type": "application/json",']),
    ...(file ? [`"Content-Type": "${file.type}",`] : []),
  ];
  // JSON is written as a raw string, so that true, false and null don't have to be translated to Python.
  const data = body === undefined ? [] : [`    data=r"""${JSON.stringify(body, null, 2)}""".encode(),`];
  return [
    `import os, urllib.request, uuid`,
    '',
    'request = urllib.request.Request(',
    `    "${url}",`,
    `    method="${method}",`,
    ...(headers.length === 0 ? [] : [`    headers={\n        ${headers.join('\n        ')}\n    },`]),
    ...data,
    ...(file ? [`    data=open("${file.name}", "rb"),`] : []),
    ')',
    'with urllib.request.urlopen(request, timeout=30) as response:',
    '    print(response.status, response.read().decode())',
  ].join('\n');
}

/** Renders the request in each programming language, by the language's name. */
export function renderSamples(request: SampleRequest): readonly (readonly [language: string, code: string])[] {
  return [
    ['curl', renderCurl(request)],
    ['Node', renderNode(request)],
    ['Python', renderPython(request)],
  ];
}
