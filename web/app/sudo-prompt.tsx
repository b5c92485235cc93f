import { lazy, Suspense, useSyncExternalStore } from 'react'
import { answerSudo, isSudoRequested, onSudoRequested } from '#web/api/sudo.ts'

const SudoDialog = lazy(() => import('#web/identity/profile/sudo-dialog.tsx'))

/** Shows the sudo dialog over any page when the server requires it. */
export function SudoPrompt() {
  const isRequested = useSyncExternalStore(onSudoRequested, isSudoRequested)
  if (!isRequested) return null
  return (
    <Suspense fallback={null}>
      <SudoDialog onAnswer={answerSudo} />
    </Suspense>
  )
}
