import { seededRandom } from './random.ts'
import type { RouteModel } from './route-model.ts'
import { compareTimings } from './schedule.ts'
import { asSequence, type Sequence } from './sequence.ts'

/** Rounds without improvement, per stop, after which the search ends early. */
const idleRoundsPerStop = 400
/** A plan may be worse by this fraction of the best one's travel and still be accepted. */
const acceptedLoss = 0.01
/** Rounds without improvement, per stop, after which the search returns to the best plan. */
const roundsBeforeReturn = 20
/** The maximum number of stops in each of the two blocks that a kick exchanges. */
const maxKickedBlock = 12

/**
 * Iterated local search: 2-opt, Or-opt and exchange until a local optimum, then a kick exchanges two random blocks. Returns the
 * best order of all rounds.
 */
export function searchRoute(
  model: RouteModel,
  starts: readonly number[][],
  seed: number,
  isOver: (rounds: number) => boolean,
): number[] {
  const random = seededRandom(seed)
  const sequence = asSequence(model)
  const count = model.slots.length
  let best = { lateSeconds: Infinity, travelSeconds: Infinity, endsAt: Infinity }
  let bestOrder: number[] = []
  const keepBetter = () => {
    if (compareTimings(sequence.timing, best) >= 0) return false
    best = { ...sequence.timing }
    bestOrder = sequence.order()
    return true
  }
  for (const start of starts) {
    sequence.load(start)
    sequence.wakeAll()
    descend(sequence, count)
    keepBetter()
  }

  let current = bestOrder
  let currentTiming = best
  sequence.load(current)
  for (let round = 0, idle = 0; idle < idleRoundsPerStop * count && !isOver(round); round += 1) {
    kick(sequence, count, random)
    if (random() < 0.3) kick(sequence, count, random)
    if (best.lateSeconds > 0) sequence.wakeAll()
    descend(sequence, count)
    idle = keepBetter() ? 0 : idle + 1
    const { timing } = sequence
    const limit = currentTiming.travelSeconds + best.travelSeconds * acceptedLoss * random() ** 2
    if (compareTimings(timing, currentTiming) < 0 || (isAsPunctual(timing, best) && timing.travelSeconds < limit)) {
      current = sequence.order()
      currentTiming = { ...timing }
    }
    if (idle % (roundsBeforeReturn * count) === roundsBeforeReturn * count - 1) {
      current = bestOrder
      currentTiming = best
    }
    sequence.load(current)
  }
  return bestOrder
}

const isAsPunctual = (a: { lateSeconds: number }, b: { lateSeconds: number }) => a.lateSeconds <= b.lateSeconds

/** Exchanges two neighbouring blocks at a random place. */
function kick(sequence: Sequence, count: number, random: () => number): void {
  const longest = Math.max(1, Math.min(maxKickedBlock, Math.floor(count / 3)))
  const first = 1 + Math.floor(random() * longest)
  const second = Math.min(count - first, 1 + Math.floor(random() * longest))
  const a = Math.floor(random() * (count - first - second + 1))
  sequence.force(a, a + first - 1, a + first + second - 1)
}

/** Improves the neighbourhood of every awake stop until all are asleep. */
function descend(sequence: Sequence, count: number): void {
  for (let slot = sequence.nextAwake(); slot >= 0; slot = sequence.nextAwake()) {
    let improved = false
    for (let other = 0; other < count && !improved; other += 1) {
      if (other !== slot) improved = improvePair(sequence, slot, other, count)
    }
    if (!improved) sequence.sleep(slot)
  }
}

/** Tries the moves that change edges around slot `p` together with edges around slot `q`. */
function improvePair(sequence: Sequence, p: number, q: number, count: number): boolean {
  const { reverse, swapBlocks, exchange } = sequence
  if (q > p ? reverse(p, q) || reverse(p + 1, q) : reverse(q, p) || reverse(q, p - 1)) return true
  if (q > p && exchange(p, q)) return true
  if (q < p && exchange(q, p)) return true
  for (let length = 1; length <= 3; length += 1) {
    // Moves the block that starts or ends at p to q.
    const starts = p + length - 1
    if (starts < count) {
      if (q > starts && swapBlocks(p, starts, q)) return true
      if (q < p && swapBlocks(q, p - 1, starts)) return true
    }
    const ends = p - length + 1
    if (length > 1 && ends >= 0) {
      if (q > p && swapBlocks(ends, p, q)) return true
      if (q < ends && swapBlocks(q, ends - 1, p)) return true
    }
    // Moves the block at q to p.
    if (q > p && q + length <= count) {
      if (swapBlocks(p, q - 1, q + length - 1)) return true
      if (q > p + 1 && swapBlocks(p + 1, q - 1, q + length - 1)) return true
    }
    if (q < p && q - length + 1 >= 0) {
      if (swapBlocks(q - length + 1, q, p)) return true
      if (q < p - 1 && swapBlocks(q - length + 1, q, p - 1)) return true
    }
  }
  return false
}
