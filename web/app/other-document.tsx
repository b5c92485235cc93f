import { useEffect } from 'react'
import { FullScreenLoading } from '#web/ui/full-screen-loading.tsx'

/** A page with a document of its own (see server/http/web-app.ts): the server is asked for it. */
export default function OtherDocument() {
  useEffect(() => window.location.reload(), [])
  return <FullScreenLoading />
}
