import type { FastifyReply, FastifyRequest } from 'fastify'

export interface DeviceCookie {
  read(request: FastifyRequest): string | null
  set(reply: FastifyReply, token: string): void
}

const maxAgeDays = 400

/** Cookie that marks a browser in which a user has signed in before, for longer than the session. It does not authenticate. */
export function deviceCookie(publicUrl: string): DeviceCookie {
  const { protocol, hostname } = new URL(publicUrl)
  const secure = protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1'
  const name = secure ? '__Host-device' : 'device'
  const options = { path: '/', httpOnly: true, sameSite: 'strict', secure, maxAge: maxAgeDays * 86_400 } as const
  return {
    read: (request) => request.cookies[name] ?? null,
    set: (reply, token) => void reply.setCookie(name, token, options),
  }
}
