import { useEffect, useEffectEvent } from 'react'
import { deviceSetting } from './device-setting.ts'

export type TakeScan = (code: string) => void

/**
 * Scan handlers of open pages and dialogs; the newest gets the scan. Without any, the app opens the record that the code
 * names.
 */
const takers: TakeScan[] = []
let otherwise: TakeScan = () => {}

/** Handles scans in a page or dialog while it is shown: a line editor, a count. */
export function useScans(take: TakeScan, isOn = true) {
  const onScan = useEffectEvent(take)
  useEffect(() => {
    if (!isOn) return
    const taker = (code: string) => onScan(code)
    takers.unshift(taker)
    return () => void takers.splice(takers.indexOf(taker), 1)
  }, [isOn])
}

/** For the app: handles scans that no page takes. Returns a stop function. */
export function takeOtherScans(take: TakeScan) {
  otherwise = take
  return () => {
    if (otherwise === take) otherwise = () => {}
  }
}

export const pageTakesScans = () => takers.length > 0

/** Dispatches a scanned code, whether it comes from a scanner, the camera or the keyboard. */
export const handOnScan = (code: string) => (takers[0] ?? otherwise)(code)

/** Keyboard scanners can be turned off, as single-key shortcuts can (WCAG 2.1.4). */
export const { useIsOn: useScannerOn, set: setScannerOn } = deviceSetting('scanner', false)
