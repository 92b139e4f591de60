import type { Answer } from '@plotline/kit/core/answer';
import type { Call, Handler } from '@plotline/kit/http/handler';
import { isDuplicateKey } from '@plotline/kit/store/indexes';
import { isOpen, type Job } from '@plotline/kit/tasks/job';
import type { Context } from '../../context.js';
import type { ImportData } from '../model/import.js';
import { canRestart, findUndoRefusal, noRemovals, toUndoId, type UndoData, undoBegin } from '../model/undo.js';
import { toImportJson } from './import-json.js';
import { findImport } from './permitted-resources.js';
import { answerImport, toUndoJson } from './undo-json.js';

/**
 * Starts the undo. If two requests come at the same time, both resolve to the answer of the request that started the
 * undo.
 */
async function beginUndo(
  { importUndos }: Pick<Context, 'importUndos'>,
  call: Call,
  job: Job<ImportData>,
  toAnswer: (undo: Job<UndoData>) => Answer,
): Promise<Answer> {
  const { resource } = job.input;
  const undo = {
    id: toUndoId(job.id),
    resource,
    input: { resource, about: job.id },
    state: undoBegin,
    counts: noRemovals,
    total: job.counts.created,
  };
  try {
    return (await importUndos.create(call, undo, toAnswer)).answer;
  } catch (error) {
    const begun = isDuplicateKey(error) && (await importUndos.getByImport(call.caller, job.id));
    if (begun) return toAnswer(begun);
    throw error;
  }
}

/** POST /v1/imports/:id/undo. The scopes and roles to import a resource also allow deleting its records. */
export function undoImport(context: Context): Handler {
  const { importUndos, runtime } = context;
  return async (call) => {
    const { caller } = call;
    const job = await findImport(context, caller, call.path('id'));
    const toAnswer = (undo: Job<UndoData>) => {
      const body = toImportJson(job, toUndoJson(job, undo, runtime.clock()));
      return answerImport(isOpen(undo) ? 202 : 200, job, undo, body);
    };
    const undo = await importUndos.getByImport(caller, job.id);
    if (undo && !canRestart(undo)) return toAnswer(undo);
    const refusal = findUndoRefusal(job, runtime.clock());
    if (refusal) throw refusal;
    if (undo) return toAnswer(await importUndos.restart({ caller }, undo.id));
    return beginUndo(context, call, job, toAnswer);
  };
}
