import { useEffect } from 'react'
import { leaveShownToasts } from '#web/api/arrival-toasts.ts'
import { FullScreenLoading } from '#web/ui/full-screen-loading.tsx'

/** A page with a document of its own (see server/http/web-app.ts): the server is asked for it. */
export default function OtherDocument() {
  useEffect(() => {
    leaveShownToasts()
    window.location.reload()
  }, [])
  return <FullScreenLoading />
}
