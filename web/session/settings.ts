import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { toast } from 'sonner'
import { defaultSettings, type Settings, settingsApi, type VisibleSettings } from '#shared/settings/api.ts'
import { overDefaults } from '#shared/settings/over-defaults.ts'
import { apiQuery } from '#web/api/query.ts'
import { toastTexts } from '#web/api/toasts.ts'
import { useSession } from './session.ts'
import { topRight } from '#web/ui/toasts/toaster.tsx'

/** The query for the company settings. Its failure has its own toast, shown at once, without retries. */
export const settingsQuery = {
  ...apiQuery(settingsApi.getSettings, {}, { quiet: true }),
  retry: false,
} as const

const before: Settings = { ...defaultSettings, lowStockThreshold: 1000 }
/** Defaults stand in for missing data and for sections that this user may not see. */
const settingsOf = ({ data }: { data?: VisibleSettings }): Settings => overDefaults(data)

/** The company settings from the server; defaults while they load, if they fail, and when nobody is signed in. */
export function useSettings(): Settings {
  const { user } = useSession()
  const { data = before } = useQuery({ ...settingsQuery, enabled: user !== null, select: settingsOf })
  return data
}

/** Whether a mail server is set up; true until known. */
export function useIsMailSetUp(): boolean {
  const { user } = useSession()
  const { data = true } = useQuery({
    ...settingsQuery,
    enabled: user !== null,
    select: ({ isMailSetUp }) => isMailSetUp,
  })
  return data
}

/** Whether the company has no name of its own yet; false until known. */
export function useIsUnnamed(): boolean {
  const { user } = useSession()
  const { data = false } = useQuery({
    ...settingsQuery,
    enabled: user !== null,
    select: (answer) => settingsOf(answer).company.name === defaultSettings.company.name,
  })
  return data
}

/** The logo's version; null without a logo or until known. */
export function useLogo(): string | null {
  const { user } = useSession()
  const { data = null } = useQuery({ ...settingsQuery, enabled: user !== null, select: ({ logo }) => logo })
  return data
}

/** For the If-Match header when the logo is changed. */
export function useLogoVersion(): number | undefined {
  return useQuery({ ...settingsQuery, select: ({ logoVersion }) => logoVersion }).data
}

/** Texts about sending many emails at once: `confirm` asks beforehand what to send, `past` follows the count afterwards. */
export function useBulkMailWords(): { past: string; confirm: (sent: string) => string } {
  if (useIsMailSetUp()) return { past: 'on their way', confirm: (sent) => sent }
  const notSent =
    'No mail server is set up: the emails are kept in the email log, where an administrator can share them.'
  return { past: 'not sent: their emails are kept in the email log', confirm: () => notSent }
}

/** Whether an email in that state has not been sent and won't be by itself. */
export function useIsUnsent(state: 'queued' | 'sent' | 'failed' | 'kept' | null): boolean {
  const isMailSetUp = useIsMailSetUp()
  return state === 'kept' || state === 'failed' || (state === 'queued' && !isMailSetUp)
}

/** Shows one toast if the settings can't be loaded; mounted by the shell. */
export function useSettingsFailure() {
  const { user } = useSession()
  const { isLoadingError, errorUpdatedAt } = useQuery({ ...settingsQuery, enabled: user !== null })
  useEffect(() => {
    if (isLoadingError && errorUpdatedAt > 0)
      toast.error(toastTexts.settingsNotLoaded, { ...topRight, id: toastTexts.settingsNotLoaded })
  }, [isLoadingError, errorUpdatedAt])
}
