import type { UploadHandler } from '@plotline/kit/http/handler';
import { answerJob } from '@plotline/kit/tasks/job';
import type { Context } from '../../context.js';
import { useDailyQuota } from '../../usage/work/daily-quota.js';
import { initialState, noCounts } from '../model/import.js';
import type { ImportResource } from '../model/import-fields.js';
import { toImportJson } from './import-json.js';
import type { ImportQuery } from './import-options.js';
import { type ReceivedImport, receiveImport } from './receive-import.js';

/** POST /v1/leads/import, POST /v1/units/import, POST /v1/properties/import */
export function importRecords(context: Context, resource: ImportResource): UploadHandler<ReceivedImport, ImportQuery> {
  return {
    receive: (call) => receiveImport(context, resource, call),
    handle: async (call) => {
      const { id, input } = call.body;
      const headers = input.dry_run ? {} : await useDailyQuota(context, call.caller, 'imports', context.imports);
      const job = { id, resource, input, state: initialState, counts: noCounts };
      const { answer } = await context.imports.create(call, job, (stored) =>
        answerJob(202, stored, toImportJson(stored), headers),
      );
      return answer;
    },
  };
}
