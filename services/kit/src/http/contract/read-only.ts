import type { Ajv2020 } from 'ajv/dist/2020.js';
import type { DataValidationCxt } from 'ajv/dist/types/index.js';

/** Fields that a validation dropped, as JSON pointers. The validator is called with this context. */
export interface DroppedFields {
  readonly readOnly: Set<string>;
}

function isDroppedFields(context: unknown): context is DroppedFields {
  return typeof context === 'object' && context !== null && 'readOnly' in context && context.readOnly instanceof Set;
}

/** Returns whether a validation dropped the field at a JSON pointer, or a field that contains it. */
export function isDropped({ readOnly }: DroppedFields, pointer: string): boolean {
  for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1)) {
    if (readOnly.has(pointer.slice(0, end))) return true;
  }
  return false;
}

/**
 * Makes the validator drop fields that the contract declares as `readOnly`, even invalid ones. So a client can PUT the
 * response of a GET unchanged. The validator still checks their values; ignore those errors (`isDropped`).
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
      if (isDroppedFields(this)) this.readOnly.add(instancePath);
      return true;
    },
  });
}
