/** Keeps one idempotency key per submission, across all its retries. */
export class IdempotencyKey {
  #key: string | null = null
  #content = ''

  /** The key for this content: the previous key if the same content ended uncertain, else a new one. */
  keyFor(content: string): string {
    if (this.#key === null || this.#content !== content) {
      this.#key = newKey()
      this.#content = content
    }
    return this.#key
  }

  /** The server has accepted or refused: the next submission gets a new key. */
  settle() {
    this.#key = null
  }
}

// crypto.randomUUID exists on https and localhost only; an office server on plain http has neither.
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5')
}
