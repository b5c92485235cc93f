import { newId } from './new-id.ts'

/** Keeps one idempotency key per submission, across all its retries. */
export class IdempotencyKey {
  #key: string | null = null
  #content = ''

  /** The key for this content: the previous key if the same content ended uncertain, else a new one. */
  keyFor(content: string): string {
    if (this.#key === null || this.#content !== content) {
      this.#key = newId()
      this.#content = content
    }
    return this.#key
  }

  /** The server has accepted or refused: the next submission gets a new key. */
  settle() {
    this.#key = null
  }
}
