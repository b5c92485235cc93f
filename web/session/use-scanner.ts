import { useEffect } from 'react'
import type { parseCode } from '#shared/codes/read-code.ts'
import { handOnScan, pageTakesScans, useScannerOn } from '#web/session/scans.ts'
import { newWedge } from '#web/ui/wedge.ts'

type Field = HTMLInputElement

/** Every page listens to scanners, but few need to tell a code from text, so the parser is loaded later, in its own chunk. */
let reader: typeof parseCode | undefined
async function loadReader() {
  reader ??= (await import('#shared/codes/read-code.ts')).parseCode
}

/** Detects scans by a keyboard scanner (keyboard wedge), wherever the focus is. */
export function useScanner() {
  const isOn = useScannerOn()
  useEffect(() => {
    if (!isOn) return
    // Without the parser, a code that is scanned into a field stays there.
    loadReader().catch(() => {})
    const wedge = newWedge()
    /** The field's value before the scanner typed into it. */
    let before: { field: Field; value: string } | null = null
    const listen = (event: KeyboardEvent) => {
      const { starts, code } = wedge.press(event)
      const field = fieldOf(event.target)
      if (starts) before = field && { field, value: field.value }
      if (code === null) return
      if (!isFree(event.target, code)) {
        // The code belongs in the field; the Enter after it must not submit a half-filled form.
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
 * Whether the scan may be taken from the element it was typed into. A text field keeps its input, unless the page handles
 * scans and this is certainly a code. `data-scan="keep"` marks fields that take codes themselves.
 */
function isFree(target: EventTarget | null, code: string): boolean {
  if (!(target instanceof Element)) return true
  if (target.closest('textarea, select, [contenteditable=true], [type=search], [type=password], [data-scan=keep]')) {
    return false
  }
  // A number field on a page that handles scans: no scan is meant for it.
  if (target.closest('[data-scan=page]')) return pageTakesScans()
  const isInDialog = target.closest('[role=dialog], [role=alertdialog]') !== null
  if (!fieldOf(target)) return pageTakesScans() || !isInDialog
  if (!pageTakesScans()) return false
  const reading = reader?.(code, '2000-01-01')
  return reading?.ok === true && reading.code.kind !== 'text'
}

/** Undoes what the scanner typed, and dispatches `input` so that React notices. */
function putBack(field: Field, value: string) {
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
  set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
