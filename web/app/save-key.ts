import { useEffect } from 'react'

const openDialog = ':is([role=dialog], [role=alertdialog]):not([data-state=closed])'
const savableForm = 'form:has([type=submit])'

/** Ctrl+Enter (⌘ Enter) presses the button that saves the form that the focus is in, or else the one of the dialog or the page. */
export function useSaveKey() {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
      if (event.defaultPrevented || event.altKey || event.shiftKey) return
      const place = [...document.querySelectorAll(openDialog)].at(-1) ?? document.querySelector('main')
      const form = document.activeElement?.closest(savableForm) ?? place?.querySelector(savableForm)
      const save = form?.querySelector<HTMLElement>('[type=submit]')
      if (!save) return
      event.preventDefault()
      save.click()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
