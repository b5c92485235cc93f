import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/** Encrypts secrets that must be read again, so that nobody can read them with the database alone. */
export interface Seal {
  close(secret: string, owner: string): string
  /** Null if it was encrypted with another key or for another owner, or was changed. */
  open(sealed: string, owner: string): string | null
}

export const sealMark = 'v1.'

/** AES-256-GCM with a secret key of any format. `owner` is authenticated as well, so that a ciphertext can't be copied to another owner. */
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
