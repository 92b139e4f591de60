import { BSON, type Document } from 'bson';
import type { Command } from '../command.js';
import { readDocument } from '../wire/document.js';

/** Stage of a pipeline, which may itself be nested in a stage. */
export interface Stage {
  readonly name: string;
  readonly specification: unknown;
}

function isDocument(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the pipelines within a stage: `pipeline` of `$lookup` and `$unionWith`, and each pipeline of `$facet`. */
function listInnerPipelines({ name, specification }: Stage): unknown[] {
  if (!isDocument(specification)) return [];
  return name === '$facet' ? Object.values(specification) : [specification['pipeline']];
}

function* eachStage(pipeline: unknown): Generator<Stage> {
  if (!Array.isArray(pipeline)) return;
  for (const one of pipeline.filter(isDocument)) {
    for (const [name, specification] of Object.entries(one)) {
      const stage = { name, specification };
      yield stage;
      for (const inner of listInnerPipelines(stage)) yield* eachStage(inner);
    }
  }
}

/** Returns the stages of an aggregation, or none for any other command. */
export function readStages({ name, body, elements }: Pick<Command, 'name' | 'body' | 'elements'>): readonly Stage[] {
  if (name !== 'aggregate') return [];
  const pipeline = readDocument(body, elements.get('pipeline'));
  if (pipeline === undefined) return [];
  return [...eachStage(Object.values(BSON.deserialize(pipeline)))];
}
