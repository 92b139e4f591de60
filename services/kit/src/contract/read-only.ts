import type { Ajv2020 } from 'ajv/dist/2020.js';
import type { DataValidationCxt } from 'ajv/dist/types/index.js';

/** What one validation has dropped, by JSON pointer. */
export interface Dropped {
  readonly readOnly: Set<string>;
}

function isDropped(context: unknown): context is Dropped {
  return typeof context === 'object' && context !== null && 'readOnly' in context && context.readOnly instanceof Set;
}

/**
 * Makes the validator drop fields that the contract declares as `readOnly`, whatever their value: what a GET answered may
 * be put back. Which ones it dropped is noted in the validation's context.
 */
export function dropReadOnly(ajv: Ajv2020): void {
  ajv.removeKeyword('readOnly');
  ajv.addKeyword({
    keyword: 'readOnly',
    schemaType: 'boolean',
    modifying: true,
    validate(this: unknown, isReadOnly: boolean, _value: unknown, _schema?: object, place?: DataValidationCxt) {
      if (!isReadOnly || !place) return true;
      const { parentData, parentDataProperty, instancePath } = place;
      if (typeof parentData === 'object' && parentData !== null) Reflect.deleteProperty(parentData, parentDataProperty);
      if (isDropped(this)) this.readOnly.add(instancePath);
      return true;
    },
  });
}
