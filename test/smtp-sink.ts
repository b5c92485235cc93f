import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface Received {
  from: string
  to: string[]
  /** Read: quoted-printable taken back. */
  text: string
  /** As it came over the wire. */
  raw: string
}

interface SinkOptions {
  /** Left out: everybody may send. */
  login?: { user: string; pass: string }
  tls?: 'tls' | 'starttls'
}

/**
 * A mail server on a socket of its own that keeps what it is given; while `isRefusing` it takes nothing, while `isHolding` it
 * takes a mail and does not say so.
 */
export async function openSmtpSink({ login, tls }: SinkOptions = {}) {
  const received: Received[] = []
  const state = { isRefusing: false, isHolding: false }
  const smtp = new SMTPServer({
    authOptional: login === undefined,
    logger: false,
    // Where it speaks TLS, it does so with a certificate that it signed itself.
    secure: tls === 'tls',
    disabledCommands: [...(tls === 'starttls' ? [] : ['STARTTLS']), ...(login ? [] : ['AUTH'])],
    onAuth({ username, password }, _session, done) {
      if (username === login?.user && password === login?.pass) return done(null, { user: username })
      // Some servers tell back what they were given.
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

/** The files that a mail carries, byte for byte. */
export function filesOf({ raw }: Received): { name: string; content: Buffer }[] {
  return [...raw.matchAll(/filename="?([^\s";]+)"?[^]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/g)].map(([, name, content]) => ({
    name: name ?? '',
    content: Buffer.from(content ?? '', 'base64'),
  }))
}

/** Quoted-printable, as far as our mails use it. */
const decoded = (text: string) =>
  text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
