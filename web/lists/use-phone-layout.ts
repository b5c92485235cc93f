import { useEffect, useState } from 'react'
import { phone, useMediaQuery } from '#web/ui/media-query.ts'
import { openDialog } from '#web/ui/open-dialog.ts'

/**
 * Whether a list uses its phone layout. The layout doesn't change while a dialog is open, even if the window is rotated
 * or resized: it would unmount the dialog with its button, and lose what was typed.
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
