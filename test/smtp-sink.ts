import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface Received {
  from: string
  to: string[]
  /** Decoded from quoted-printable. */
  text: string
  /** As it was received. */
  raw: string
}

interface SinkOptions {
  /** The required login; if undefined, anyone may send. */
  login?: { user: string; pass: string }
  tls?: 'tls' | 'starttls'
}

/**
 * A fake mail server on its own port that records the mails it receives. While `isRefusing` is set, it refuses all
 * mails; while `isHolding` is set, it receives a mail but doesn't respond.
 */
export async function openSmtpSink({ login, tls }: SinkOptions = {}) {
  const received: Received[] = []
  const state = { isRefusing: false, isHolding: false }
  const smtp = new SMTPServer({
    authOptional: login === undefined,
    logger: false,
    // With TLS, it uses a self-signed certificate.
    secure: tls === 'tls',
    disabledCommands: [...(tls === 'starttls' ? [] : ['STARTTLS']), ...(login ? [] : ['AUTH'])],
    onAuth({ username, password }, _session, done) {
      if (username === login?.user && password === login?.pass) return done(null, { user: username })
      // Some servers repeat the credentials in their error message.
      done(Object.assign(new Error(`Authentication credentials invalid (${password})`), { responseCode: 535 }))
    },
    onData(stream, session, done) {
      let raw = ''
      stream.on('data', (chunk: Buffer) => {
        raw += chunk.toString()
      })
      stream.on('end', () => {
        if (state.isRefusing) return done(Object.assign(new Error('Come back later'), { responseCode: 451 }))
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map((one) => one.address),
          text: decoded(raw),
          raw,
        })
        if (!state.isHolding) done()
      })
    },
  })
  smtp.on('error', () => {})
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  const { port } = smtp.server.address() as AddressInfo
  const close = () => new Promise<void>((done) => smtp.close(() => done()))
  return { url: `smtp://127.0.0.1:${port}`, port, received, state, close }
}

/** The attachments of a mail, byte for byte. */
export function filesOf({ raw }: Received): { name: string; content: Buffer }[] {
  return [...raw.matchAll(/filename="?([^\s";]+)"?[^]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/g)].map(([, name, content]) => ({
    name: name ?? '',
    content: Buffer.from(content ?? '', 'base64'),
  }))
}

/** Decodes quoted-printable, as far as our mails use it. */
const decoded = (text: string) =>
  text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
