import { useEffect, useEffectEvent } from 'react'
import { deviceSetting } from './device-setting.ts'

export type TakeScan = (code: string) => void

/** Who wants what is scanned now; the newest first. Where nobody does, the app opens what the code names. */
const takers: TakeScan[] = []
let otherwise: TakeScan = () => {}

/** A page or a dialog that knows what to do with a code while it is shown: a line editor, a count. */
export function useScans(take: TakeScan, isOn = true) {
  const onScan = useEffectEvent(take)
  useEffect(() => {
    if (!isOn) return
    const taker = (code: string) => onScan(code)
    takers.unshift(taker)
    return () => void takers.splice(takers.indexOf(taker), 1)
  }, [isOn])
}

/** For the app: what happens to a code that no page takes. Returns how to stop. */
export function takeOtherScans(take: TakeScan) {
  otherwise = take
  return () => {
    if (otherwise === take) otherwise = () => {}
  }
}

export const pageTakesScans = () => takers.length > 0

/** Hands a code on, wherever it came from: a scanner, the camera, a person. */
export const handOnScan = (code: string) => (takers[0] ?? otherwise)(code)

/** Keyboard scanners can be turned off, as single-key shortcuts can (WCAG 2.1.4). */
export const { useIsOn: useScannerOn, set: setScannerOn } = deviceSetting('scanner', false)
