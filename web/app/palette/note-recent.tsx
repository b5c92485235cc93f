import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { searchKinds } from '#shared/search/kinds.ts'
import { noteRecent, recordAt } from './recent.ts'
import { useUser } from '#web/session/session.ts'
import { pageTitleId } from '#web/ui/page-header.tsx'

/** Adds each record that is opened to the recent records, under the name in its page heading. */
export default function NoteRecent() {
  const { id: userId } = useUser()
  const { pathname } = useLocation()
  const isFirst = useRef(true)
  useEffect(() => {
    const mayBeThere = isFirst.current
    isFirst.current = false
    const record = recordAt(pathname)
    const title = document.querySelector('title')
    if (!record || !title) return
    // The document title follows the heading, so it changes when the record has loaded or is renamed.
    const note = () => {
      const label = document.getElementById(pageTitleId)?.textContent?.trim()
      if (label && label !== searchKinds[record.kind].one) noteRecent(userId, { ...record, label })
    }
    // After navigation, the heading may still be that of the previous page.
    if (mayBeThere) note()
    const observer = new MutationObserver(note)
    observer.observe(title, { childList: true, characterData: true, subtree: true })
    return () => observer.disconnect()
  }, [pathname, userId])
  return null
}
