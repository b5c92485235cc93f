import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll } from 'vitest'

interface Received {
  from: string
  to: string[]
  text: string
}

/** A mail server on a socket of its own; while `isRefusing` it takes nothing. */
export async function mailServer() {
  const received: Received[] = []
  const state = { isRefusing: false }
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      let text = ''
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      stream.on('end', () => {
        if (state.isRefusing) return done(Object.assign(new Error('Come back later'), { responseCode: 451 }))
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map((one) => one.address),
          text: decoded(text),
        })
        done()
      })
    },
  })
  smtp.on('error', () => {})
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  const { port } = smtp.server.address() as AddressInfo
  afterAll(() => new Promise<void>((done) => smtp.close(() => done())))
  return { url: `smtp://127.0.0.1:${port}`, received, state }
}

/** Quoted-printable, as far as our mails use it. */
const decoded = (text: string) =>
  text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
