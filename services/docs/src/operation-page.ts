import { responseHeaders } from '@plotline/gateway/contract/common-headers';
import { flag, type Html, html } from '@plotline/kit/http/html';
import { type Answer, type Body, isJson, type Operation } from './operation.js';
import { renderField, renderFields, type SchemaContext } from './render-schema.js';
import { sampleValue } from './sample-value.js';
import { createSampleRequest, renderSamples } from './samples.js';

const renderCode = (code: string) => html`<pre tabindex="0"><code>${code}</code></pre>`;
const renderExample = (body: Body, value: unknown) =>
  renderCode(isJson(body) ? JSON.stringify(value, null, 2) : String(value));

function renderDisclosure(title: string, content: Html, isOpen = false): Html {
  return html`<details${flag('open', isOpen)}><summary>${title}</summary>${content}</details>`;
}

function renderParameters({ parameters }: Operation, context: SchemaContext): Html | undefined {
  if (parameters.length === 0) return undefined;
  const places = [...new Set(parameters.map(({ place }) => place))];
  const lists = places.map((place) => {
    const fields = parameters.filter((parameter) => parameter.place === place);
    return html`<h3>In the ${place}</h3>
<ul class="fields">${fields.map((field) => renderField(field, context))}</ul>`;
  });
  return html`<h2>Parameters</h2>${lists}`;
}

/** Renders the examples of a body. If there are none, renders a sample that is generated from the schema. */
function renderExamples(body: Body, { components }: SchemaContext): Html | readonly Html[] {
  const examples = Object.entries(body.examples);
  if (examples.length === 0)
    return renderDisclosure('Example', renderExample(body, sampleValue(body.schema, components)));
  return examples.map(([name, value]) =>
    renderDisclosure(`Example: ${name.replaceAll('_', ' ')}`, renderExample(body, value)),
  );
}

/** Renders the media types of a body, unless JSON is the only one. */
function renderTypes(body: Body): Html | undefined {
  if (isJson(body) && body.otherTypes.length === 0) return undefined;
  const types = [body.type, ...body.otherTypes].map((type, index) => html`${index > 0 && ', '}<code>${type}</code>`);
  return html`<p>As ${types}.</p>`;
}

function renderRequestBody({ body }: Operation, context: SchemaContext): Html | undefined {
  return body && html`<h2>Body</h2>${renderTypes(body)}${renderFields(body.schema, context)}`;
}

const commonHeaders = new Set(Object.keys(responseHeaders));

function renderHeaders({ headers }: Answer): Html | undefined {
  const own = Object.keys(headers).filter((name) => !commonHeaders.has(name));
  if (own.length === 0) return undefined;
  const names = own.map((name, index) => html`${index > 0 && ', '}<code>${name}</code>`);
  return html`<p>Headers besides <a href="/docs#headers">those of every response</a>: ${names}.</p>`;
}

function renderAnswerFields({ schema }: Body, context: SchemaContext): Html | undefined {
  const fields = renderFields(schema, context);
  return fields && renderDisclosure('Response fields', fields);
}

function renderSuccess(answer: Answer, context: SchemaContext): Html {
  const { status, description, body } = answer;
  return html`<h3>${status}</h3>
${context.markdown.render(description)}
${renderHeaders(answer)}
${body && html`${renderTypes(body)}${renderExamples(body, context)}${renderAnswerFields(body, context)}`}`;
}

function renderRefusal({ status, description, body }: Answer, context: SchemaContext): Html {
  const examples = body && Object.keys(body.examples).length > 0 ? renderExamples(body, context) : undefined;
  return html`<li><p class="field"><code>${status}</code></p>${context.markdown.render(description)}${examples}</li>`;
}

function renderAnswers({ answers }: Operation, context: SchemaContext): Html {
  const isSuccess = ({ status }: Answer) => status.startsWith('2');
  return html`<h2>Responses</h2>
${answers.filter(isSuccess).map((answer) => renderSuccess(answer, context))}
<h3>Other responses</h3>
<ul class="fields">${answers.filter((answer) => !isSuccess(answer)).map((answer) => renderRefusal(answer, context))}</ul>`;
}

/** Renders the page of an operation, with sample requests to `server`. */
export function renderOperation(operation: Operation, server: string, context: SchemaContext): Html {
  const request = createSampleRequest(operation, server, context.components);
  const samples = renderSamples(request).map(([language, code], index) =>
    renderDisclosure(language, renderCode(code), index === 0),
  );
  return html`<p class="operation"><strong>${operation.method.toUpperCase()}</strong> <code>${operation.path}</code></p>
${context.markdown.render(operation.description)}
<h2>Request</h2>
<div class="samples">${samples}</div>
${renderParameters(operation, context)}
${renderRequestBody(operation, context)}
${renderAnswers(operation, context)}`;
}

/** Renders the page of a webhook's event with the body `content`. */
export function renderEvent(description: string, body: Body, context: SchemaContext): Html {
  return html`${context.markdown.render(description)}
<h2>Body</h2>${renderExamples(body, context)}${renderFields(body.schema, context)}`;
}
