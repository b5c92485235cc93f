import { useEffect } from 'react'
import { openDialog } from '#web/ui/open-dialog.ts'

const savableForm = 'form:has([type=submit])'

/** Ctrl+Enter (⌘ Enter) submits the focused form, or else the only form of the dialog or page. */
export function useSaveKey() {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
      if (event.defaultPrevented || event.altKey || event.shiftKey) return
      const place = [...document.querySelectorAll(openDialog)].at(-1) ?? document.querySelector('main')
      const forms = [...(place?.querySelectorAll(savableForm) ?? [])].filter((one) => one.checkVisibility())
      // With several forms it is unclear which one is meant.
      const form = document.activeElement?.closest(savableForm) ?? (forms.length === 1 ? forms[0] : undefined)
      const save = form?.querySelector<HTMLElement>('[type=submit]')
      if (!save) return
      event.preventDefault()
      save.click()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
