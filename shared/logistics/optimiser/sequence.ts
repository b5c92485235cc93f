import type { RouteModel } from './route-model.ts'
import { tolerance } from './schedule.ts'

/** An order of stops with auxiliary arrays to evaluate moves quickly. */
export interface Sequence {
  timing: { lateSeconds: number; travelSeconds: number; endsAt: number }
  order(): number[]
  load(order: readonly number[]): void
  /** These make the move and return true if it improves the order. All indexes are slots, ends included. */
  reverse(a: number, c: number): boolean
  exchange(a: number, c: number): boolean
  /** Exchanges the blocks [a..k] and [k+1..c], as they are or with one of them reversed. */
  swapBlocks(a: number, k: number, c: number): boolean
  /** Exchanges them as they are, improvement or not. */
  force(a: number, k: number, c: number): void
  wakeAll(): void
  sleep(slot: number): void
  /** A slot whose neighbourhood should be searched; -1 if there is none. */
  nextAwake(): number
}

export function asSequence(model: RouteModel): Sequence {
  const { size, travel, from, to, service, slots } = model
  const last = size - 1
  const count = slots.length
  const seq = new Int32Array(size)
  seq[last] = last
  const trial = new Int32Array(size)
  const placeOf = new Int32Array(size)
  placeOf[last] = last
  /** By place: departure, lateness so far, travel so far, travel so far in reverse, and the latest arrival that is not late. */
  const leave = new Float64Array(size)
  const late = new Float64Array(size)
  const forth = new Float64Array(size)
  const back = new Float64Array(size)
  const latest = new Float64Array(size)
  const awake = new Uint8Array(size)
  let cursor = 0
  const timing = { lateSeconds: 0, travelSeconds: 0, endsAt: 0 }
  const leg = (i: number, j: number) => travel[i * size + j]!
  const at = (slot: number) => slots[slot]!

  /** Recomputes the arrays from place `lo` on. */
  function refresh(lo: number): void {
    leave[0] = from[0]! + service[0]!
    for (let place = Math.max(1, lo); place < size; place += 1) {
      const here = seq[place]!
      const before = seq[place - 1]!
      const step = leg(before, here)
      leave[place] = Math.max(leave[place - 1]! + step, from[here]!) + service[here]!
      late[place] = late[place - 1]! + Math.max(0, leave[place]! - to[here]!)
      forth[place] = forth[place - 1]! + step
      back[place] = back[place - 1]! + leg(here, before)
    }
    latest[last] = to[last]! - service[last]!
    for (let place = last - 1; place > 0; place -= 1) {
      const here = seq[place]!
      const next = latest[place + 1]! - leg(here, seq[place + 1]!)
      latest[place] = Math.min(to[here]!, next) - service[here]!
    }
    timing.lateSeconds = late[last]!
    timing.travelSeconds = forth[last]!
    timing.endsAt = leave[last]!
  }

  /** Applies `trial` between the places if it is better; `delta` is the additional travel. */
  function keepIfBetter(lo: number, hi: number, delta: number): boolean {
    let time = leave[lo - 1]!
    let sum = late[lo - 1]!
    const allowed = timing.lateSeconds + tolerance
    let before = seq[lo - 1]!
    for (let place = lo; place <= hi; place += 1) {
      const here = trial[place]!
      time = Math.max(time + leg(before, here), from[here]!) + service[here]!
      if (time > to[here]!) sum += time - to[here]!
      if (sum > allowed) return false
      before = here
    }
    const next = time + leg(before, seq[hi + 1]!)
    if (timing.lateSeconds > tolerance || delta > -tolerance || next > latest[hi + 1]!) {
      // A later arrival never reduces the lateness of later stops.
      const isLater = next > leave[hi]! + leg(seq[hi]!, seq[hi + 1]!) - tolerance
      const rest = timing.lateSeconds - late[hi]!
      if (isLater && (sum + rest > allowed || (delta > -tolerance && sum + rest > timing.lateSeconds - tolerance)))
        return false
      for (let place = hi + 1; place < size; place += 1) {
        const here = seq[place]!
        time = Math.max(time + leg(before, here), from[here]!) + service[here]!
        if (time > to[here]!) sum += time - to[here]!
        if (sum > allowed) return false
        if (time === leave[place]) {
          sum += timing.lateSeconds - late[place]!
          time = timing.endsAt
          break
        }
        before = here
      }
      if (sum > allowed) return false
      if (sum > timing.lateSeconds - tolerance) {
        if (delta > tolerance) return false
        if (delta > -tolerance && time > timing.endsAt - tolerance) return false
      }
    }
    take(lo, hi)
    return true
  }

  /** Applies `trial` and wakes the stops with new neighbours. */
  function take(lo: number, hi: number): void {
    let before = seq[lo - 1]!
    for (let place = lo; place <= hi + 1; place += 1) {
      const here = place > hi ? seq[place]! : trial[place]!
      const gap = placeOf[here]! - placeOf[before]!
      if (gap !== 1 && gap !== -1) awake[before] = awake[here] = 1
      before = here
    }
    for (let place = lo; place <= hi; place += 1) {
      seq[place] = trial[place]!
      placeOf[trial[place]!] = place
    }
    refresh(lo)
  }

  /** The travel of `trial` between the places, less the current travel. */
  function difference(lo: number, hi: number): number {
    let sum = 0
    let before = seq[lo - 1]!
    for (let place = lo; place <= hi; place += 1) {
      sum += leg(before, trial[place]!)
      before = trial[place]!
    }
    return sum + leg(before, seq[hi + 1]!) - (forth[hi + 1]! - forth[lo - 1]!)
  }

  /** Copies the places between the slots, so that moves only write changes; true if no locked stop lies between. */
  const isSolid = (a: number, c: number) => at(c) - at(a) === c - a
  const isHopeless = (delta: number) => delta > tolerance && timing.lateSeconds === 0
  const finish = (a: number, c: number, delta: number | null): boolean => {
    const lo = at(a)
    const hi = at(c)
    return keepIfBetter(lo, hi, delta ?? difference(lo, hi))
  }
  const copyLocked = (a: number, c: number) => {
    for (let place = at(a); place <= at(c); place += 1) trial[place] = seq[place]!
  }

  function reverse(a: number, c: number): boolean {
    if (a >= c) return false
    let delta: number | null = null
    if (isSolid(a, c)) {
      const lo = at(a)
      const hi = at(c)
      const old = forth[hi + 1]! - forth[lo - 1]!
      delta = leg(seq[lo - 1]!, seq[hi]!) + back[hi]! - back[lo]! + leg(seq[lo]!, seq[hi + 1]!) - old
      if (isHopeless(delta)) return false
    } else copyLocked(a, c)
    for (let slot = a; slot <= c; slot += 1) trial[at(slot)] = seq[at(a + c - slot)]!
    return finish(a, c, delta)
  }

  function exchange(a: number, c: number): boolean {
    const lo = at(a)
    const hi = at(c)
    if (hi - lo > 1) {
      const x = seq[lo]!
      const y = seq[hi]!
      const fresh = leg(seq[lo - 1]!, y) + leg(y, seq[lo + 1]!) + leg(seq[hi - 1]!, x) + leg(x, seq[hi + 1]!)
      const old = leg(seq[lo - 1]!, x) + leg(x, seq[lo + 1]!) + leg(seq[hi - 1]!, y) + leg(y, seq[hi + 1]!)
      if (isHopeless(fresh - old)) return false
    }
    copyLocked(a, c)
    trial[lo] = seq[hi]!
    trial[hi] = seq[lo]!
    return finish(a, c, null)
  }

  const swapBlocks = (a: number, k: number, c: number) =>
    swap(a, k, c, false, false) || (k > a && swap(a, k, c, true, false)) || (c > k + 1 && swap(a, k, c, false, true))

  function swap(a: number, k: number, c: number, isFirstTurned: boolean, isSecondTurned: boolean): boolean {
    let delta: number | null = null
    if (isSolid(a, c)) {
      const lo = at(a)
      const mid = at(k)
      const hi = at(c)
      const xFirst = seq[isFirstTurned ? mid : lo]!
      const xLast = seq[isFirstTurned ? lo : mid]!
      const yFirst = seq[isSecondTurned ? hi : mid + 1]!
      const yLast = seq[isSecondTurned ? mid + 1 : hi]!
      const x = isFirstTurned ? back[mid]! - back[lo]! : forth[mid]! - forth[lo]!
      const y = isSecondTurned ? back[hi]! - back[mid + 1]! : forth[hi]! - forth[mid + 1]!
      const edges = leg(seq[lo - 1]!, yFirst) + leg(yLast, xFirst) + leg(xLast, seq[hi + 1]!)
      delta = edges + x + y - (forth[hi + 1]! - forth[lo - 1]!)
      if (isHopeless(delta)) return false
    } else copyLocked(a, c)
    fill(a, k, c, isFirstTurned, isSecondTurned)
    return finish(a, c, delta)
  }

  function fill(a: number, k: number, c: number, isFirstTurned: boolean, isSecondTurned: boolean): void {
    let slot = a
    for (let i = k + 1; i <= c; i += 1) trial[at(slot++)] = seq[at(isSecondTurned ? c + k + 1 - i : i)]!
    for (let i = a; i <= k; i += 1) trial[at(slot++)] = seq[at(isFirstTurned ? a + k - i : i)]!
  }

  return {
    timing,
    order: () => [...seq.subarray(1, last)],
    load(order) {
      for (const [index, stop] of order.entries()) {
        seq[index + 1] = stop
        placeOf[stop] = index + 1
      }
      refresh(1)
    },
    reverse,
    exchange,
    swapBlocks,
    force(a, k, c) {
      copyLocked(a, c)
      fill(a, k, c, false, false)
      take(at(a), at(c))
    },
    wakeAll: () => void awake.fill(1),
    sleep(slot) {
      awake[seq[at(slot)]!] = 0
    },
    nextAwake() {
      for (let tried = 0; tried < count; tried += 1) {
        cursor = cursor + 1 >= count ? 0 : cursor + 1
        if (awake[seq[at(cursor)]!] === 1) return cursor
      }
      return -1
    },
  }
}
