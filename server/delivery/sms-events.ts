import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { SmsSettings } from './sms-sender.ts'

/** An event of a gateway: a delivery report, or a reply. */
export type SmsEvent =
  | { type: 'status'; id: string; isDelivered: boolean; reason: string | null }
  | { type: 'reply'; from: string; text: string }

const phone = z.string().min(3).max(40)
const JsonEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('status'),
    id: z.string().min(1).max(200),
    status: z.enum(['sent', 'delivered', 'failed']),
    reason: z.string().max(300).nullish(),
  }),
  z.object({ type: z.literal('reply'), from: phone, text: z.string().max(2000) }),
])

export interface SmsCall {
  headers: Record<string, string | string[] | undefined>
  body: string
  /** The public URL of the request. */
  url: string
  now: Date
}

/** Older signed requests are refused (replay protection). */
const maxAgeSeconds = 300

const isSame = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/** `t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body" by SMS_TOKEN>` */
function isSignedJson(token: string, { headers, body, now }: SmsCall): boolean {
  const [, t = '', given = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(String(headers['x-signature'] ?? '')) ?? []
  if (t === '' || Math.abs(now.getTime() / 1000 - Number(t)) > maxAgeSeconds) return false
  return isSame(given, createHmac('sha256', token).update(`${t}.${body}`).digest('hex'))
}

/** Base64 of HMAC-SHA1 over the URL and the sorted fields. */
function isSignedByTwilio(token: string, { headers, body, url }: SmsCall): boolean {
  const fields = [...new URLSearchParams(body)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const signed = fields.reduce((text, [name, value]) => text + name + value, url)
  return isSame(String(headers['x-twilio-signature'] ?? ''), createHmac('sha1', token).update(signed).digest('base64'))
}

/** Parses a request of the gateway: null if it is irrelevant; `unsigned` if its signature is wrong. */
export function readSmsEvent(settings: SmsSettings, call: SmsCall): SmsEvent | null | 'unsigned' | 'malformed' {
  const { token, format } = settings
  if (!token) return 'unsigned'
  if (format === 'twilio')
    return isSignedByTwilio(token, call) ? twilioEvent(new URLSearchParams(call.body)) : 'unsigned'
  if (!isSignedJson(token, call)) return 'unsigned'
  const found = JsonEvent.safeParse(parsed(call.body))
  if (!found.success) return 'malformed'
  const event = found.data
  if (event.type === 'reply') return event
  if (event.status === 'sent') return null
  return { type: 'status', id: event.id, isDelivered: event.status === 'delivered', reason: event.reason ?? null }
}

function twilioEvent(fields: URLSearchParams): SmsEvent | null {
  const status = fields.get('MessageStatus')
  const id = fields.get('MessageSid') ?? ''
  if (status === 'delivered') return { type: 'status', id, isDelivered: true, reason: null }
  if (status === 'failed' || status === 'undelivered')
    return { type: 'status', id, isDelivered: false, reason: `Error ${fields.get('ErrorCode') ?? 'unknown'}` }
  const from = phone.safeParse(fields.get('From'))
  return !status && from.success ? { type: 'reply', from: from.data, text: fields.get('Body') ?? '' } : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
