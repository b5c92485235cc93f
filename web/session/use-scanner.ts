import { useEffect } from 'react'
import type { parseCode } from '#shared/codes/read-code.ts'
import { handOnScan, pageTakesScans, useScannerOn } from '#web/session/scans.ts'
import { newWedge } from '#web/ui/wedge.ts'

type Field = HTMLInputElement

/** Every page hears scanners, but few have to tell a code from a text: what can, comes after them. */
let reader: typeof parseCode | undefined
async function loadReader() {
  reader ??= (await import('#shared/codes/read-code.ts')).parseCode
}

/** Listens to a keyboard scanner wherever the focus is. */
export function useScanner() {
  const isOn = useScannerOn()
  useEffect(() => {
    if (!isOn) return
    // Without it what is scanned into a field stays there.
    loadReader().catch(() => {})
    const wedge = newWedge()
    /** The field as it was before the burst wrote into it. */
    let before: { field: Field; value: string } | null = null
    const listen = (event: KeyboardEvent) => {
      const { starts, code } = wedge.press(event)
      const field = fieldOf(event.target)
      if (starts) before = field && { field, value: field.value }
      if (code === null) return
      if (!isFree(event.target, code)) {
        // It belongs into the field; the Enter behind it must not send a form that is half written.
        if (event.key === 'Enter' && field?.form && !field.matches(wantsCodes)) event.preventDefault()
        return
      }
      event.preventDefault()
      event.stopPropagation()
      if (field && before?.field === field) putBack(field, before.value)
      handOnScan(code)
    }
    window.addEventListener('keydown', listen, true)
    return () => window.removeEventListener('keydown', listen, true)
  }, [isOn])
}

const wantsCodes = '[type=search], [data-scan=keep]'
const typing = 'input:not([type=checkbox], [type=radio], [type=button], [type=submit])'
const fieldOf = (target: EventTarget | null): Field | null =>
  target instanceof HTMLInputElement && target.matches(typing) ? target : null

/**
 * Whether the code may be taken from where it was typed. A text field keeps what is typed into it, but where the page waits
 * for scans and this is one for sure: then it was meant for the page. `data-scan="keep"` marks fields that want codes.
 */
function isFree(target: EventTarget | null, code: string): boolean {
  if (!(target instanceof Element)) return true
  if (target.closest('textarea, select, [contenteditable=true], [type=search], [type=password], [data-scan=keep]')) {
    return false
  }
  // A field for figures of a page that takes scans: none of them is meant for it.
  if (target.closest('[data-scan=page]')) return pageTakesScans()
  const isInDialog = target.closest('[role=dialog], [role=alertdialog]') !== null
  if (!fieldOf(target)) return pageTakesScans() || !isInDialog
  if (!pageTakesScans()) return false
  const reading = reader?.(code, '2000-01-01')
  return reading?.ok === true && reading.code.kind !== 'text'
}

/** As if the burst had not been typed; React hears of it as of typing. */
function putBack(field: Field, value: string) {
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
  set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
