import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '#shared/http/refusal.ts'

const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const maxParallelHashes = 4
const maxQueueLength = 32
let running = 0
const waiting: (() => void)[] = []

/** Hashing costs memory and a CPU core: four at a time, 32 in the queue, then 429. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= maxParallelHashes) {
    if (waiting.length >= maxQueueLength) throw new Refusal('RATE_LIMITED')
    await new Promise<void>((next) => waiting.push(next))
  } else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, parameters))

const current = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$`

/** True if a hash was made with other parameters than the current ones. */
export const isOutdated = (stored: string): boolean => !stored.startsWith(current)

let dummy: Promise<string> | null = null

/** Compares a password with the stored hash; for an unknown user it takes as long and is always false. */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  dummy ??= hash('the password of nobody', parameters)
  const against = await dummy
  return inTurn(async () => {
    // An unreadable hash (an account without a password yet) takes as long and matches nothing.
    const fits = stored === null ? null : await verify(stored, password).catch(() => null)
    if (fits !== null) return fits
    await verify(against, password)
    return false
  })
}
