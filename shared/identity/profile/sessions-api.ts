import { z } from 'zod'
import { byId, Id, Timestamp } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'

export const Session = z.object({
  id: Id,
  /** "Firefox on Windows". */
  device: z.string(),
  ip: z.string().nullable(),
  createdAt: Timestamp,
  lastSeenAt: Timestamp,
  /** The session of this request. */
  current: z.boolean(),
})
export type Session = z.infer<typeof Session>

const sessions = z.object({ data: z.array(Session) })
const ended = z.object({ ended: z.number().int() })
const sessionOfUser = z.strictObject({ id: Id, sessionId: Id })

/** The user's sessions, newest first. */
export const sessionsApi = {
  listOwn: route('GET /api/auth/sessions', {
    access: 'session',
    summary: 'The caller’s sessions.',
    beforeSecondFactor: true,
    reply: sessions,
  }),
  endOwn: route('DELETE /api/auth/sessions/:id', {
    access: 'session',
    summary: 'Ends one of the caller’s sessions.',
    params: byId,
    emits: ['login_updated'],
    beforeSecondFactor: true,
    reply: null,
  }),
  endOthers: route('DELETE /api/auth/sessions', {
    access: 'session',
    summary: 'Ends every session of the caller but this one.',
    emits: ['login_updated'],
    beforeSecondFactor: true,
    reply: ended,
  }),
  listOfUser: route('GET /api/users/:id/sessions', {
    access: 'admin',
    summary: 'The sessions of a user.',
    params: byId,
    reply: sessions,
  }),
  endOfUser: route('DELETE /api/users/:id/sessions/:sessionId', {
    access: 'admin',
    summary: 'Ends one session of a user.',
    params: sessionOfUser,
    emits: ['user_updated'],
    reply: null,
  }),
  endAllOfUser: route('DELETE /api/users/:id/sessions', {
    access: 'admin',
    summary: 'Ends every session of a user.',
    params: byId,
    emits: ['user_updated'],
    reply: ended,
  }),
} as const
