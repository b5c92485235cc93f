import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { toast } from 'sonner'
import { defaultSettings, type Settings, settingsApi, type VisibleSettings } from '#shared/settings/api.ts'
import { overDefaults } from '#shared/settings/over-defaults.ts'
import { apiQuery } from '#web/api/query.ts'
import { toastTexts } from '#web/api/toasts.ts'
import { useSession } from './session.ts'
import { topRight } from '#web/ui/toaster.tsx'

/** The query of the company settings. Its failure has its own words, and they are told at once. */
export const settingsQuery = {
  ...apiQuery(settingsApi.getSettings, {}, { quiet: true }),
  retry: false,
} as const

const before: Settings = { ...defaultSettings, lowStockThreshold: 1000 }
/** Without data they are the defaults, and so are the sections that are not for this user. */
const settingsOf = ({ data }: { data?: VisibleSettings }): Settings => overDefaults(data)

/** The company settings: the server's, or what holds before they are there, without them, and when they can't be had. */
export function useSettings(): Settings {
  const { user } = useSession()
  const { data = before } = useQuery({ ...settingsQuery, enabled: user !== null, select: settingsOf })
  return data
}

/** Whether mails leave; taken for granted until it is known. */
export function useIsMailSetUp(): boolean {
  const { user } = useSession()
  const { data = true } = useQuery({
    ...settingsQuery,
    enabled: user !== null,
    select: ({ isMailSetUp }) => isMailSetUp,
  })
  return data
}

/** The logo's version; null without one, and until it is known. */
export function useLogo(): string | null {
  const { user } = useSession()
  const { data = null } = useQuery({ ...settingsQuery, enabled: user !== null, select: ({ logo }) => logo })
  return data
}

/** For If-Match of the logo's next change. */
export function useLogoVersion(): number | undefined {
  return useQuery({ ...settingsQuery, select: ({ logoVersion }) => logoVersion }).data
}

/** What is said of sending many at once, before and after: `confirm` follows what is sent, `past` follows their count. */
export function useBulkMailWords(): { past: string; confirm: (sent: string) => string } {
  if (useIsMailSetUp()) return { past: 'on their way', confirm: (sent) => sent }
  const notSent =
    'No mail server is set up: the emails are kept in the email log, where an administrator can share them.'
  return { past: 'not sent: their emails are kept in the email log', confirm: () => notSent }
}

/** Whether a mail in that state did not leave and will not by itself. */
export function useIsUnsent(state: 'queued' | 'sent' | 'failed' | 'kept' | null): boolean {
  const isMailSetUp = useIsMailSetUp()
  return state === 'kept' || state === 'failed' || (state === 'queued' && !isMailSetUp)
}

/** Tells once when the settings can't be loaded; mounted by the shell. */
export function useSettingsFailure() {
  const { user } = useSession()
  const { isLoadingError, errorUpdatedAt } = useQuery({ ...settingsQuery, enabled: user !== null })
  useEffect(() => {
    if (isLoadingError && errorUpdatedAt > 0)
      toast.error(toastTexts.settingsNotLoaded, { ...topRight, id: toastTexts.settingsNotLoaded })
  }, [isLoadingError, errorUpdatedAt])
}
