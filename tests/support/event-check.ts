import { addContractFormats } from '@plotline/kit/http/contract/faults';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isTree, type Tree } from './contract/tree.js';
import { closed } from './contract-check.js';

/** Throws unless the served document describes the event and all its fields. */
export type EventCheck = (event: unknown) => void;

export function createEventCheck(document: Tree): EventCheck {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addContractFormats(ajv);
  const contract = closed(document, document);
  if (!isTree(contract) || !isTree(contract.webhooks)) throw new Error('The document has no webhooks.');
  ajv.addSchema({ ...contract, $id: 'contract' });
  const place = 'post/requestBody/content/application~1json/schema';
  const validators = new Map(
    Object.keys(contract.webhooks).map((name) => [name, ajv.compile({ $ref: `contract#/webhooks/${name}/${place}` })]),
  );
  return (event) => {
    const name = isTree(event) ? event.event : undefined;
    const validate = validators.get(String(name));
    if (!validate) throw new Error(`The document knows no event ${name}.`);
    if (!validate(event)) throw new Error(`${name}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(event)}`);
  };
}
