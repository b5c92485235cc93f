import { useEffect, useState } from 'react'
import { phone, useMediaQuery } from '#web/ui/media-query.ts'
import { openDialog } from '#web/ui/open-dialog.ts'

/**
 * Whether a list is laid out for a phone. While a dialog is open it stays as it is, however the window is turned or resized: the
 * dialog would go with the button that opened it, and what was typed in it.
 */
export function usePhoneLayout() {
  const isPhone = useMediaQuery(phone)
  const [shown, setShown] = useState(isPhone)
  useEffect(() => {
    if (isPhone === shown) return
    const follow = () => {
      if (!document.querySelector(openDialog)) setShown(isPhone)
    }
    follow()
    const observer = new MutationObserver(follow)
    observer.observe(document.body, { childList: true })
    return () => observer.disconnect()
  }, [isPhone, shown])
  return shown
}
