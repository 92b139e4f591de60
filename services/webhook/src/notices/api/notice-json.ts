import type { Notice } from '../model/notice.js';

/** Renders a notice for the public API. */
export function toNoticeJson({ id, type, message, subject, data, created_at, updated_at }: Notice) {
  return { id, type, message, subject: { type: subject.type, id: subject.id }, data, created_at, updated_at };
}
