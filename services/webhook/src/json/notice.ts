import type { Notice } from '../domain/notice.js';

/** A notice as the public sees it. */
export function toNoticeJson({ id, type, message, subject, data, created_at, updated_at }: Notice) {
  return { id, type, message, subject: { type: subject.type, id: subject.id }, data, created_at, updated_at };
}
