import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/* A WebAuthn authenticator in software: it does what a phone does with a passkey, and can make mistakes on purpose. */

type Options = Record<string, unknown> & { challenge?: unknown }

interface Wrong {
  origin?: string
  rpId?: string
  counter?: number
  /** Without user verification (fingerprint or code). */
  unverified?: boolean
  userHandle?: string
  /** A challenge other than the server's. */
  challenge?: string
  type?: string
}

const text = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const sha256 = (value: string | Uint8Array) => createHash('sha256').update(value).digest()
const bytes = (value: Buffer) => {
  const head = value.length < 256 ? [0x58, value.length] : [0x59, value.length >> 8, value.length & 255]
  return Buffer.concat([Buffer.from(head), value])
}
const name = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])

export class Authenticator {
  readonly id = randomBytes(16)
  readonly #key: KeyObject
  readonly #publicKey: Buffer
  counter = 0
  userHandle = ''

  readonly origin: string

  constructor(origin = 'http://localhost') {
    this.origin = origin
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    this.#key = privateKey
    this.#publicKey = Buffer.concat([
      Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21]),
      bytes(Buffer.from(x, 'base64url')),
      Buffer.from([0x22]),
      bytes(Buffer.from(y, 'base64url')),
    ])
  }

  /** Responds to the options of a registration. */
  make(options: Options, wrong: Wrong = {}) {
    this.userHandle = (options['user'] as { id: string }).id
    const length = Buffer.from([0, this.id.length])
    const key = Buffer.concat([Buffer.alloc(16), length, this.id, this.#publicKey])
    const authData = Buffer.concat([this.#state(0x40, wrong), key])
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      name('fmt'),
      name('none'),
      name('attStmt'),
      Buffer.from([0xa0]),
      name('authData'),
      bytes(authData),
    ])
    return this.#credential({
      clientDataJSON: this.#clientData('webauthn.create', options, wrong),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    })
  }

  /** Responds to the options of a login. */
  authenticate(options: Options, wrong: Wrong = {}) {
    this.counter += 1
    const clientDataJSON = this.#clientData('webauthn.get', options, wrong)
    const authData = this.#state(0, wrong)
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))])
    return this.#credential({
      clientDataJSON,
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', signed, this.#key).toString('base64url'),
      userHandle: wrong.userHandle ?? this.userHandle,
    })
  }

  #state(flags: number, { rpId, counter = this.counter, unverified }: Wrong): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const host = rpId ?? new URL(this.origin).hostname
    return Buffer.concat([sha256(host), Buffer.from([flags | 1 | (unverified ? 0 : 4)]), count])
  }

  #clientData(type: string, { challenge }: Options, wrong: Wrong): string {
    return text({
      type: wrong.type ?? type,
      challenge: wrong.challenge ?? challenge,
      origin: wrong.origin ?? this.origin,
      crossOrigin: false,
    })
  }

  #credential<R>(response: R) {
    const id = this.id.toString('base64url')
    return {
      id,
      rawId: id,
      type: 'public-key' as const,
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
      response,
    }
  }
}
