import { addExamples, readExamples } from '@plotline/gateway/contract/examples';
import { readContract } from '@plotline/gateway/contract/merge';
import { createPublicDocument } from '@plotline/gateway/contract/public-document';
import { addContractFormats } from '@plotline/kit/contract/formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { isTree, type Tree } from '../../support/contract/tree.js';

const services = new URL('../../../services', import.meta.url).pathname;
const addresses = { api: 'https://api.example.com', auth: 'https://auth.example.com' };
const recorded = readExamples();
const document = addExamples(createPublicDocument(readContract(services), addresses), recorded);

const escapeKey = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');

function follow(pointer: string): unknown {
  const keys = pointer.slice(2).split('/');
  return keys.reduce<unknown>((value, key) => {
    return isTree(value) ? value[key.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined;
  }, document);
}

/** A request or an answer of an operation, where the document has it. */
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

const json = '/content/application~1json';

/** All requests and answers that have JSON. */
const holders = Object.entries(isTree(document.paths) ? document.paths : {})
  .flatMap(([path, item]) =>
    Object.entries(isTree(item) ? item : {}).flatMap(([method, operation]) =>
      isTree(operation) ? listHolders(path, method, operation) : [],
    ),
  )
  .filter(({ pointer }) => follow(pointer + json) !== undefined);

function examplesOf({ pointer }: Holder): [name: string, example: unknown][] {
  const examples = follow(`${pointer}${json}/examples`);
  return isTree(examples) ? Object.entries(examples) : [];
}

describe('examples in the public document', () => {
  const ajv = new Ajv2020({ strict: false });
  addContractFormats(ajv);
  ajv.addSchema({ ...document, $id: 'document' });

  it('are there for every request, every answer and every error of every operation', () => {
    const missing = holders.filter((holder) => examplesOf(holder).length === 0).map(({ name }) => name);
    expect(missing).to.deep.equal([]);
  });

  it('fit the schema of what they are examples of', () => {
    const compiled = new Map<string, ValidateFunction>();
    const faults = holders.flatMap((holder) => {
      // Refusals have one schema.
      const key = JSON.stringify(follow(`${holder.pointer}${json}/schema`));
      const validate = compiled.get(key) ?? ajv.compile({ $ref: `document${holder.pointer}${json}/schema` });
      compiled.set(key, validate);
      return examplesOf(holder).flatMap(([name, example]) => {
        const isRight = isTree(example) && validate(example.value);
        return isRight ? [] : [`${holder.name}, ${name}: ${ajv.errorsText(validate.errors)}`];
      });
    });
    expect(faults).to.deep.equal([]);
  });

  it('are of operations that exist', () => {
    const known = new Set(holders.map(({ name }) => name.split(':')[0]));
    const operations = new Set(readContract(services).routes.map(({ operation }) => operation.operationId));
    const unknown = Object.keys(recorded.operations).filter((id) => !known.has(id) && !operations.has(id));
    expect(unknown).to.deep.equal([]);
  });

  it('show a deal for a lead that is won', () => {
    const holder = holders.find(({ name }) => name === 'winLead: 200') ?? expect.fail('There is no answer.');
    for (const [, example] of examplesOf(holder)) expect(example).to.have.nested.property('value.data.deal.status');
  });
});
