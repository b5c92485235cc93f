import { groupSeparator } from '#shared/codes/group-separator.ts'

/**
 * Thresholds for a scanner's burst of keys: at least 4 keys, pauses up to 200 ms, at most 50 ms on average – faster than
 * anyone types.
 */
const minKeys = 4
const maxPauseMs = 200
const maxMeanMs = 50

export type WedgeKey = Pick<KeyboardEvent, 'key' | 'timeStamp' | 'ctrlKey' | 'metaKey' | 'altKey'>

export interface Wedge {
  /** Handles a key press. `starts`: it may be the first of a burst; `code`: the burst that it has ended. */
  press(key: WedgeKey): { starts: boolean; code: string | null }
}

/** Detects keyboard scanners (keyboard wedges): a fast burst of characters that ends with Enter or Tab. */
export function newWedge(): Wedge {
  let typed: string[] = []
  let first = 0
  let last = 0
  return {
    press(key) {
      const at = key.timeStamp
      const rests = typed.length === 0 || at - last > maxPauseMs
      if (key.key === 'Enter' || key.key === 'Tab') {
        const code = typed.join('')
        const isFast = !rests && (last - first) / (typed.length - 1) <= maxMeanMs
        const isCode = isFast && typed.length >= minKeys && !key.ctrlKey && !key.metaKey && !key.altKey
        typed = []
        return { starts: false, code: isCode ? code : null }
      }
      // Scanners press Shift for capitals, and Ctrl+] for the GS1 group separator.
      if (key.key === 'Shift' || key.key === 'Control') return { starts: false, code: null }
      const sign = key.ctrlKey && key.key === ']' ? groupSeparator : key.key
      if (sign.length !== 1 || key.metaKey || key.altKey || (key.ctrlKey && sign !== groupSeparator)) {
        typed = []
        return { starts: false, code: null }
      }
      if (rests) {
        typed = []
        first = at
      }
      typed.push(sign)
      last = at
      return { starts: rests, code: null }
    },
  }
}
