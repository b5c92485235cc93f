import { useRef, useState } from 'react'

/** A button's handler and its busy state; taps while busy do nothing. */
export function useTap(act: () => Promise<unknown>): [() => void, boolean] {
  const [isBusy, setBusy] = useState(false)
  const isRunning = useRef(false)
  async function run() {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    try {
      await act()
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }
  return [() => void run(), isBusy]
}
