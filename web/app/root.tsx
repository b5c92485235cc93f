import type { ReactNode } from 'react'
import { ScrollRestoration } from 'react-router'
import { useHeadingFocus, useTitle } from './page-heading.ts'
import { PageChange } from './page-change.tsx'
import { useRequiredSecondFactor } from './required-second-factor.ts'
import { SudoPrompt } from './sudo-prompt.tsx'
import { Gate } from '#web/session/gate.tsx'
import { useShortcutsOn } from '#web/session/shortcuts-setting.ts'
import { useLiveUpdates } from '#web/session/live-updates.ts'
import { ShortcutsEnabled } from '#web/ui/shortcuts.ts'

const refetchedByOffice = async () => (await import('#web/api/realtime-refetch.ts')).refetchedBy

/** Around every page: who may see it, where it is scrolled to, what it is called, and that it stays true. */
export function Root({ isKnown, children }: { isKnown: (path: string) => boolean; children: ReactNode }) {
  useTitle()
  useHeadingFocus()
  useLiveUpdates(refetchedByOffice)
  useRequiredSecondFactor()
  const areShortcutsOn = useShortcutsOn()
  return (
    <Gate isKnown={isKnown}>
      <ShortcutsEnabled value={areShortcutsOn}>{children}</ShortcutsEnabled>
      <SudoPrompt />
      <PageChange />
      <ScrollRestoration />
    </Gate>
  )
}
