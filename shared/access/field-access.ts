import type { FieldAccess } from '#shared/http/route.ts'
import { mayCall, type Subject } from './can.ts'

/** Whether this user may read each of the fields. */
export const mayReadAll = (fields: FieldAccess, subject: Subject | null): boolean =>
  Object.values(fields).every((access) => mayCall(subject, access))

/** The record as this user may read it: fields without the right are emptied, to null or an empty list. */
export function readable<T extends object>(record: T, fields: FieldAccess, subject: Subject | null): T {
  const hidden = Object.keys(fields).filter((field) => field in record && !mayCall(subject, fields[field] ?? 'admin'))
  if (hidden.length === 0) return record
  const empty = hidden.map((field) => [field, Array.isArray(record[field as keyof T]) ? [] : null])
  return { ...record, ...Object.fromEntries(empty) } as T
}

/** The same for a reply: each row of a list, the record in `data`, or the reply itself. */
export function readableReply<T>(reply: T, fields: FieldAccess, subject: Subject | null): T {
  if (typeof reply !== 'object' || reply === null) return reply
  if (!('data' in reply)) return readable(reply, fields, subject)
  const data = Array.isArray(reply.data)
    ? reply.data.map((row: object) => readable(row, fields, subject))
    : readable(reply.data as object, fields, subject)
  return { ...reply, data }
}
