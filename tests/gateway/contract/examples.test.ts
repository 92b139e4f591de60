import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readExamples } from '@plotline/gateway/contract/examples';
import { gatewayContractFile } from '@plotline/gateway/contract/merge';
import { loadContract } from '@plotline/kit/http/contract/document';
import { addContractFormats } from '@plotline/kit/http/contract/faults';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { isTree, type Tree } from '../../support/contract/tree.js';
import { createServedAuthDocument, createServedDocument, servicesFolder } from '../support/served-document.js';

const escapeKey = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');
const json = '/content/application~1json';

/** Request or answer of an operation, if it is in the document. */
interface Holder {
  readonly name: string;
  readonly pointer: string;
}

function toHolder(name: string, value: unknown, pointer: string): Holder {
  return { name, pointer: isTree(value) && typeof value.$ref === 'string' ? value.$ref : pointer };
}

function listHolders(path: string, method: string, operation: Tree): Holder[] {
  const place = `#/paths/${escapeKey(path)}/${method}`;
  const id = String(operation.operationId);
  const body = operation.requestBody === undefined ? [] : [{ name: `${id}: request`, pointer: `${place}/requestBody` }];
  const answers = Object.entries(isTree(operation.responses) ? operation.responses : {});
  return [
    ...body,
    ...answers.map(([status, response]) => toHolder(`${id}: ${status}`, response, `${place}/responses/${status}`)),
  ];
}

/** Document with its requests and answers. */
class ExamplesOfDocument {
  readonly #document: Tree;
  readonly operations: readonly Tree[];
  /** All requests and answers with JSON content. */
  readonly holders: readonly Holder[];

  constructor(document: Tree) {
    this.#document = document;
    const placed = Object.entries(isTree(document.paths) ? document.paths : {}).flatMap(([path, item]) =>
      Object.entries(isTree(item) ? item : {}).flatMap(([method, operation]) =>
        isTree(operation) && 'operationId' in operation ? [{ path, method, operation }] : [],
      ),
    );
    this.operations = placed.map(({ operation }) => operation);
    this.holders = placed
      .flatMap(({ path, method, operation }) => listHolders(path, method, operation))
      .filter(({ pointer }) => this.follow(pointer + json) !== undefined);
  }

  follow(pointer: string): unknown {
    const keys = pointer.slice(2).split('/');
    return keys.reduce<unknown>((value, key) => {
      return isTree(value) ? value[key.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined;
    }, this.#document);
  }

  examplesOf({ pointer }: Holder): [name: string, example: unknown][] {
    const examples = this.follow(`${pointer}${json}/examples`);
    return isTree(examples) ? Object.entries(examples) : [];
  }

  /** Returns the examples that don't match their schema. */
  findFaults(): string[] {
    const ajv = new Ajv2020({ strict: false });
    addContractFormats(ajv);
    ajv.addSchema({ ...this.#document, $id: 'document' });
    const compiled = new Map<string, ValidateFunction>();
    return this.holders.flatMap((holder) => {
      // All refusals share one schema, so it is compiled once.
      const key = JSON.stringify(this.follow(`${holder.pointer}${json}/schema`));
      const validate = compiled.get(key) ?? ajv.compile({ $ref: `document${holder.pointer}${json}/schema` });
      compiled.set(key, validate);
      return this.examplesOf(holder).flatMap(([name, example]) => {
        const isRight = isTree(example) && validate(example.value);
        return isRight ? [] : [`${holder.name}, ${name}: ${ajv.errorsText(validate.errors)}`];
      });
    });
  }
}

const documents = {
  api: new ExamplesOfDocument(createServedDocument()),
  auth: new ExamplesOfDocument(createServedAuthDocument()),
};

for (const host of ['api', 'auth'] as const) {
  describe(`examples in the document of the host ${host}`, () => {
    const document = documents[host];

    it('exist for every request, response and error of every operation', () => {
      const missing = document.holders.filter((holder) => document.examplesOf(holder).length === 0);
      expect(missing.map(({ name }) => name)).to.deep.equal([]);
    });

    it('match the schema of the request or response that they illustrate', () =>
      expect(document.findFaults()).to.deep.equal([]));
  });
}

describe('examples next to a contract', () => {
  const contracts = readdirSync(servicesFolder).map((service) => join(servicesFolder, service, 'openapi.yaml'));
  for (const file of [...contracts, gatewayContractFile].filter((one) => existsSync(one))) {
    const service = file.split('/').at(-2);

    it(`belong only to operations of ${service}`, () => {
      const items: readonly unknown[] = Object.values(loadContract(file).paths);
      const operations = items.flatMap((item) => (isTree(item) ? Object.values(item) : [])).filter(isTree);
      const known = new Set(operations.map(({ operationId }) => operationId));
      const recorded = Object.keys(readExamples(file).operations);
      expect(recorded).to.not.deep.equal([]);
      expect(recorded.filter((id) => !known.has(id))).to.deep.equal([]);
    });
  }
});

describe('examples of a won lead', () => {
  it('contain a deal', () => {
    const holder = documents.api.holders.find(({ name }) => name === 'winLead: 200') ?? expect.fail('No answer.');
    for (const [, example] of documents.api.examplesOf(holder)) {
      expect(example).to.have.nested.property('value.data.deal.status');
    }
  });
});
