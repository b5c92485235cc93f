import { z } from 'zod'

const smsFormats = ['json', 'twilio'] as const

export interface SmsSettings {
  /** Without both URL and token, nothing can be sent. */
  url?: string | undefined
  token?: string | undefined
  format?: (typeof smsFormats)[number] | undefined
  from?: string | undefined
}

interface SmsToSend {
  id: string
  to: string
  text: string
}

export interface SmsSender {
  isSetUp: boolean
  /** Sends an SMS by the gateway; returns the gateway's id. Throws `SmsFailed`. */
  send(sms: SmsToSend): Promise<{ providerId: string | null }>
}

/** `isUncertain`: the gateway may have accepted it nevertheless. */
export class SmsFailed extends Error {
  readonly isUncertain: boolean
  constructor(message: string, isUncertain: boolean) {
    super(message)
    this.isUncertain = isUncertain
  }
}

/** The webhook for delivery reports and replies. */
export const smsEventsPath = '/sms/events'

const timeoutMs = 20_000
const Answer = z.object({ id: z.string().max(200).optional(), sid: z.string().max(200).optional() })

/** Sends SMS by a gateway's HTTP API: the one in docs/operating.md, or Twilio's. */
export function smsSender({ url, token, format = 'json', from }: SmsSettings, publicUrl: string): SmsSender {
  if (!url || !token) {
    const send = async () => {
      throw new SmsFailed('No SMS gateway is set up (SMS_URL and SMS_TOKEN).', false)
    }
    return { isSetUp: false, send }
  }
  const requestOf = format === 'twilio' ? twilioRequest(url, token) : jsonRequest(token)
  return {
    isSetUp: true,
    async send(sms) {
      const { headers, body } = requestOf({ ...sms, from, statusUrl: publicUrl + smsEventsPath })
      const signal = AbortSignal.timeout(timeoutMs)
      const answer = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' }).catch(
        (error: Error) => {
          const { code = '' } = (error.cause ?? {}) as { code?: string }
          const isUncertain = !/ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|EAI_AGAIN/.test(code)
          throw new SmsFailed(`The SMS gateway did not answer (${code || error.name}).`, isUncertain)
        },
      )
      const text = await answer.text().catch(() => '')
      if (!answer.ok)
        throw new SmsFailed(
          `The SMS gateway answered ${answer.status}: ${text.slice(0, 150)}`.replace(/: $/, '.'),
          answer.status >= 500,
        )
      const { id, sid } = Answer.safeParse(parsed(text)).data ?? {}
      return { providerId: id ?? sid ?? null }
    },
  }
}

type Sent = SmsToSend & { from: string | undefined; statusUrl: string }

const jsonRequest = (token: string) => (sms: Sent) => ({
  headers: {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': sms.id,
  },
  body: JSON.stringify(sms),
})

/** https://api.twilio.com/2010-04-01/Accounts/{account}/Messages.json */
function twilioRequest(url: string, token: string) {
  const account = /\/Accounts\/([^/]+)\//.exec(new URL(url).pathname)?.[1] ?? ''
  return ({ to, text, from, statusUrl }: Sent) => ({
    headers: {
      authorization: `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({
      To: to,
      Body: text,
      ...(from && { From: from }),
      StatusCallback: statusUrl,
    }).toString(),
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
