import type { ApiAnswer, ApiClient } from '../../../support/api-client.js';
import { isTree, textOf, textsOf } from '../../../support/contract/tree.js';
import type { StableValues } from './stable-values.js';

interface Example {
  readonly summary: string;
  readonly value: unknown;
}

/** Recorded examples of one operation, by name. */
export interface OperationExamples {
  readonly requests: Record<string, Example>;
  readonly responses: Record<string, Record<string, Example>>;
}

/** Call to record. */
export interface RecordedCall {
  /** Expected status of the answer. */
  readonly status: number;
  /** Short summary of the example. */
  readonly summary: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly as?: ApiClient;
}

export interface DocumentedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly isList: boolean;
  readonly statuses: readonly string[];
  /** Session of a person who may call the operation. None when no session is needed. */
  readonly roles: readonly string[];
}

const toName = (summary: string) =>
  summary
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '');

/** Returns the operations in a served document. */
export function listOperations(document: unknown): DocumentedOperation[] {
  const paths = isTree(document) && isTree(document.paths) ? document.paths : {};
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(isTree(item) ? item : {}).flatMap(([method, operation]) => {
      const id = isTree(operation) ? textOf(operation.operationId) : undefined;
      if (!isTree(operation) || id === undefined) return [];
      const statuses = Object.keys(isTree(operation.responses) ? operation.responses : {});
      const roles = textsOf(operation['x-roles']);
      return [{ id, method: method.toUpperCase(), path, isList: operation['x-list'] === true, statuses, roles }];
    }),
  );
}

/** Calls the API and records requests and answers, by operation and status. */
export class ExampleRecorder {
  readonly recorded: Map<string, OperationExamples>;
  readonly operations: readonly DocumentedOperation[];
  readonly api: ApiClient;
  readonly #values: StableValues;

  constructor(
    api: ApiClient,
    operations: readonly DocumentedOperation[],
    values: StableValues,
    recorded = new Map<string, OperationExamples>(),
  ) {
    this.api = api;
    this.recorded = recorded;
    // Literal segments come before parameters, as in the router.
    this.operations = [...operations].sort((a, b) => a.path.split('{').length - b.path.split('{').length);
    this.#values = values;
  }

  /** Returns a recorder with other credentials that adds to the same records. */
  by(api: ApiClient): ExampleRecorder {
    return new ExampleRecorder(api, this.operations, this.#values, this.recorded);
  }

  #examplesOf(method: string, path: string): OperationExamples {
    const plain = path.split('?')[0] ?? path;
    const found = this.operations.find(
      (one) => one.method === method && new RegExp(`^${one.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(plain),
    );
    if (!found) throw new Error(`No operation takes ${method} ${path}.`);
    const examples = this.recorded.get(found.id) ?? { requests: {}, responses: {} };
    this.recorded.set(found.id, examples);
    return examples;
  }

  /** Records an answer as an example of the operation that matches the path. */
  keep(method: string, path: string, call: RecordedCall, answer: unknown): void {
    const { requests, responses } = this.#examplesOf(method, path);
    const name = toName(call.summary);
    const { summary, body, status } = call;
    // A query with unusual options returns a body that isn't typical.
    const isPattern = status < 300 && body !== undefined && !path.includes('?');
    if (isPattern) requests[name] = { summary, value: this.#values.toStable(body) };
    if (answer === null) return;
    const ofStatus = responses[status] ?? {};
    ofStatus[name] = { summary, value: this.#values.toStable(answer) };
    responses[status] = ofStatus;
  }

  async call(method: string, path: string, call: RecordedCall): Promise<ApiAnswer> {
    const { body, headers, as = this.api } = call;
    const options = { ...(body === undefined ? {} : { body }), ...(headers ? { headers } : {}) };
    const answer = await as.call(method, path, options);
    if (answer.status !== call.status) {
      throw new Error(
        `${method} ${path} answered ${answer.status}, not ${call.status}: ${answer.text.slice(0, 1_000)}`,
      );
    }
    this.keep(method, path, call, answer.body);
    return answer;
  }
}
