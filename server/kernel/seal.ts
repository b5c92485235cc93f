import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/** Keeps secrets that must be read again so that the database alone doesn't tell them. */
export interface Seal {
  close(secret: string, owner: string): string
  /** Null where it was sealed with another key, for somebody else, or changed. */
  open(sealed: string, owner: string): string | null
}

export const sealMark = 'v1.'

/** AES-256-GCM under a key of any form; each text is bound to its owner, so that none can be put in another's place. */
export function sealWith(secretKey: string, purpose: 'second factors' | 'mail server' = 'second factors'): Seal {
  const key = createHash('sha256').update(`wardstock ${purpose}\n${secretKey}`).digest()
  return {
    close(secret, owner) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner))
      const hidden = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return sealMark + Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString('base64url')
    },
    open(sealed, owner) {
      const bytes = Buffer.from(sealed.slice(sealMark.length), 'base64url')
      try {
        const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
        cipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(12, 28))
        return Buffer.concat([cipher.update(bytes.subarray(28)), cipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },
  }
}
