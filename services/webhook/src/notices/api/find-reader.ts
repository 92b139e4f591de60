import type { Caller } from '@plotline/kit/core/caller';
import type { Context } from '../../context.js';
import { type NoticeReader, noticeTypes, toReader } from '../model/notice.js';
import { listHiddenTypes } from '../model/notice-kind.js';

/** Returns the caller as a reader of notices, excluding the types that the person has turned off. */
export async function findReader(
  { noticePreferences }: Pick<Context, 'noticePreferences'>,
  caller: Caller,
): Promise<NoticeReader> {
  const reader = toReader(caller);
  if (caller.actor.type !== 'user') return reader;
  const choices = await noticePreferences.findChoices(caller, caller.actor.id);
  return { ...reader, hiddenTypes: listHiddenTypes(noticeTypes, choices) };
}
