import { useEffect } from 'react'
import { leaveShownToasts } from '#web/api/arrival-toasts.ts'
import { FullScreenLoading } from '#web/ui/full-screen-loading.tsx'

/** A page with its own HTML document (see server/http/web-app.ts): reloads, so that the server serves that document. */
export default function OtherDocument() {
  useEffect(() => {
    leaveShownToasts()
    window.location.reload()
  }, [])
  return <FullScreenLoading />
}
